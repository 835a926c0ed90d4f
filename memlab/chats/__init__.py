"""Your own conversations: read what chat programs export, and see what a memory would have done with it.

Nothing here leaves the machine; only the readers touch the disk.
"""

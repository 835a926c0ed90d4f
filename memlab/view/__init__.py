"""view: being built."""

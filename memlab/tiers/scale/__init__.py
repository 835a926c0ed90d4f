"""scale: what happens to a memory outside of one process, as small models that can be played and counted.

`interleaving` plays two processes command by command, `slots` places tenants on the nodes of a cluster,
`retries` lets clients come back after a failure, `wire` counts, delays and cuts what goes to a server,
`waiting` turns round trips into waiting times, `capacity` plans servers from assumptions.
"""

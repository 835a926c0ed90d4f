"""PostgreSQL: a schema of a server, a pool of connections, and what is written in its own way."""

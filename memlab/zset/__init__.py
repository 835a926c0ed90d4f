"""zset: being built."""

"""flow: being built."""

"""bank: being built."""

"""tokens: being built."""

"""Measurements: speed as a ratio against a peer in the same run."""

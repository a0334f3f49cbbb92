"""Differential testing: random kernels, their values by NumPy, and reduction."""

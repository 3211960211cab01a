"""What the kernels are measured with: against C++, as users run them, and by node counts."""

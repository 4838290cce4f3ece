// The compiler looks for this header to find the C library; the stub does not need it.

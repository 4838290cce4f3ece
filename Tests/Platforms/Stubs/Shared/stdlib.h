// The functions of the C library's header that the sources and the compiler's headers call.

#pragma once
#include <stddef.h>

void *malloc(size_t);
void *realloc(void *, size_t);
int posix_memalign(void **, size_t, size_t);
void free(void *);
char *getenv(const char *);
int setenv(const char *, const char *, int);
char *realpath(const char *restrict, char *restrict);
_Noreturn void exit(int);

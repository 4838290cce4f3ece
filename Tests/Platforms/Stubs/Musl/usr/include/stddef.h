// The system's header, which the compiler's own includes on Musl.

#pragma once
#define NULL ((void *)0)
typedef unsigned long size_t;
typedef long ptrdiff_t;
typedef int wchar_t;
typedef struct {
  long long __long;
  long double __longest;
} max_align_t;
#define offsetof(type, member) __builtin_offsetof(type, member)

// Makes calls of C functions fail in a program that is started with this library in LD_PRELOAD.
// FAULT_MANNER is one of these:
// - once: one call fails with an input/output error. FAULT_CALL is the function, FAULT_NUMBER the
//   number of the call.
// - lasting: all later calls of that function fail, too.
// - end: one call that reads finds the end of the file.
// - interrupted: every other call that a signal may interrupt fails with EINTR.
// - again: every other read or write of anything but a regular file fails with EAGAIN.
// - bytewise: every call that reads or writes moves one byte.
// At its end, the program writes the number of calls of each function to FAULT_LOG.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

enum { most = 64 };
static const char *names[most];
static int counts[most];

static int is(const char *manner) {
  const char *wanted = getenv("FAULT_MANNER");
  return !strcmp(wanted ? wanted : "once", manner);
}

static int fails_with(int code) {
  errno = code;
  return 1;
}

static const char *const interruptible[] = {
    "read", "pread", "write", "open", "flock", "fsync", "fdatasync", "ftruncate", "poll",
};

static int fails(const char *name) {
  int index = 0;
  while (index < most - 1 && names[index] && strcmp(names[index], name)) index++;
  names[index] = name;
  int count = __atomic_add_fetch(&counts[index], 1, __ATOMIC_RELAXED);
  if (is("interrupted") && count % 2) {
    for (size_t i = 0; i < sizeof interruptible / sizeof *interruptible; i++)
      if (!strcmp(interruptible[i], name)) return fails_with(EINTR);
  }
  const char *call = getenv("FAULT_CALL"), *text = getenv("FAULT_NUMBER");
  if (!call || !text || strcmp(call, name)) return 0;
  int number = atoi(text);
  if (is("lasting") ? count < number : count != number) return 0;
  return fails_with(EIO);
}

// The result of a call that moves bytes: -1 fails, 0 is the end, else the number to move.
static ssize_t moves(const char *name, int descriptor, size_t size) {
  static int others;
  if (fails(name)) return is("end") && strcmp(name, "write") ? 0 : -1;
  if (is("again") && __atomic_fetch_add(&others, 1, __ATOMIC_RELAXED) % 2 == 0) {
    struct stat status;
    int (*real)(int, struct stat *) = (int (*)(int, struct stat *))dlsym(RTLD_NEXT, "fstat");
    if (!real(descriptor, &status) && !S_ISREG(status.st_mode)) return -fails_with(EAGAIN);
  }
  return is("bytewise") && size > 1 ? 1 : (ssize_t)size;
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAULT_LOG");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  for (int index = 0; index < most && names[index]; index++)
    fprintf(file, "%s %d\n", names[index], counts[index]);
  fclose(file);
}

#define REAL(result, name, types) ((result(*) types)dlsym(RTLD_NEXT, #name))
#define FAULT(result, failure, name, types, parameters, arguments) \
  result name parameters { \
    if (fails(#name)) return failure; \
    return REAL(result, name, types) arguments; \
  }

FAULT(int, -1, stat, (const char *, struct stat *), (const char *p, struct stat *s), (p, s))
FAULT(int, -1, lstat, (const char *, struct stat *), (const char *p, struct stat *s), (p, s))
FAULT(int, -1, fstat, (int, struct stat *), (int d, struct stat *s), (d, s))
#define MOVE(name, types, parameters, arguments) \
  ssize_t name parameters { \
    ssize_t some = moves(#name, d, n); \
    if (n && some <= 0) return some; \
    n = (size_t)some; \
    return REAL(ssize_t, name, types) arguments; \
  }

MOVE(read, (int, void *, size_t), (int d, void *m, size_t n), (d, m, n))
MOVE(pread, (int, void *, size_t, off_t), (int d, void *m, size_t n, off_t o), (d, m, n, o))
MOVE(write, (int, const void *, size_t), (int d, const void *m, size_t n), (d, m, n))
FAULT(off_t, -1, lseek, (int, off_t, int), (int d, off_t o, int w), (d, o, w))
FAULT(ssize_t, -1, readlink, (const char *, char *, size_t), (const char *p, char *m, size_t n),
      (p, m, n))
FAULT(char *, NULL, getcwd, (char *, size_t), (char *m, size_t n), (m, n))
FAULT(DIR *, NULL, opendir, (const char *), (const char *p), (p))
FAULT(struct dirent *, NULL, readdir, (DIR *), (DIR *d), (d))
FAULT(int, -1, flock, (int, int), (int d, int o), (d, o))
FAULT(int, -1, fsync, (int), (int d), (d))
FAULT(int, -1, fdatasync, (int), (int d), (d))
FAULT(int, -1, ftruncate, (int, off_t), (int d, off_t n), (d, n))
FAULT(int, -1, rename, (const char *, const char *), (const char *a, const char *b), (a, b))
FAULT(int, -1, renameat2, (int, const char *, int, const char *, unsigned),
      (int c, const char *a, int d, const char *b, unsigned f), (c, a, d, b, f))
FAULT(int, -1, unlink, (const char *), (const char *p), (p))
FAULT(int, -1, mkdir, (const char *, mode_t), (const char *p, mode_t m), (p, m))
FAULT(int, -1, fchmod, (int, mode_t), (int d, mode_t m), (d, m))
FAULT(int, -1, poll, (struct pollfd *, nfds_t, int), (struct pollfd *f, nfds_t n, int t),
      (f, n, t))

int open(const char *path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
  va_end(list);
  if (fails("open")) return -1;
  return REAL(int, open, (const char *, int, ...))(path, flags, mode);
}

int fcntl(int descriptor, int command, ...) {
  va_list list;
  va_start(list, command);
  long argument = va_arg(list, long);
  va_end(list);
  if (fails("fcntl")) return -1;
  return REAL(int, fcntl, (int, int, ...))(descriptor, command, argument);
}

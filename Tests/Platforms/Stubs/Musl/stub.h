// A stub of Musl: the types and constants that the sources use, of x86_64.
//
// The declarations follow Musl 1.2.5, which Swift's SDK for static Linux programs contains.

#pragma once
#include <stdint.h>

// bits/alltypes.h
typedef long off_t;
typedef unsigned mode_t;
typedef unsigned long nlink_t;
typedef unsigned uid_t;
typedef unsigned gid_t;
typedef unsigned long dev_t;
typedef int pid_t;
typedef long blksize_t;
typedef long blkcnt_t;
typedef unsigned long ino_t;
typedef long ssize_t;
typedef long time_t;
typedef int clockid_t;

// errno.h
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define EAGAIN 11
#define EWOULDBLOCK EAGAIN
#define EACCES 13
#define EEXIST 17
#define EXDEV 18
#define ENOTDIR 20
#define EINVAL 22
#define ENOSPC 28
#define EPIPE 32
#define ENOSYS 38
#define ELOOP 40
#define EOPNOTSUPP 95
#define ENOTSUP EOPNOTSUPP
int *__errno_location(void);

// signal.h
#define SIGKILL 9
#define SIGPIPE 13
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXFSZ 25
#define SIGWINCH 28
#define SIG_SETMASK 2
typedef struct __sigset_t {
  unsigned long __bits[128 / sizeof(long)];
} sigset_t;
typedef struct __siginfo siginfo_t;
struct sigaction {
  union {
    void (*sa_handler)(int);
    void (*sa_sigaction)(int, siginfo_t *, void *);
  } __sa_handler;
  sigset_t sa_mask;
  int sa_flags;
  void (*sa_restorer)(void);
};
int pthread_sigmask(int, const sigset_t *restrict, sigset_t *restrict);

// pthread.h
typedef struct __pthread *pthread_t;
typedef struct { unsigned long __s[7]; } pthread_attr_t;
typedef struct { int __i[10]; } pthread_mutex_t;
typedef struct { unsigned __attr; } pthread_mutexattr_t;
typedef struct { int __i[12]; } pthread_cond_t;
typedef struct { unsigned __attr; } pthread_condattr_t;
int pthread_create(
    pthread_t *restrict, const pthread_attr_t *restrict, void *(*)(void *), void *restrict);
int pthread_join(pthread_t, void **);
int pthread_mutex_init(pthread_mutex_t *restrict, const pthread_mutexattr_t *restrict);
int pthread_mutex_destroy(pthread_mutex_t *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_cond_init(pthread_cond_t *restrict, const pthread_condattr_t *restrict);
int pthread_cond_destroy(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *restrict, pthread_mutex_t *restrict);
int pthread_cond_broadcast(pthread_cond_t *);

// fcntl.h and sys/file.h
#define O_RDONLY 00
#define O_WRONLY 01
#define O_RDWR 02
#define O_CREAT 0100
#define O_EXCL 0200
#define O_NOCTTY 0400
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_NOFOLLOW 0400000
#define O_CLOEXEC 02000000
#define F_GETFD 1
#define F_DUPFD_CLOEXEC 1030
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8

// time.h
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
struct timespec {
  time_t tv_sec;
  long tv_nsec;
};
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

// bits/stat.h
struct stat {
  dev_t st_dev;
  ino_t st_ino;
  nlink_t st_nlink;
  mode_t st_mode;
  uid_t st_uid;
  gid_t st_gid;
  unsigned int __pad0;
  dev_t st_rdev;
  off_t st_size;
  blksize_t st_blksize;
  blkcnt_t st_blocks;
  struct timespec st_atim, st_mtim, st_ctim;
  long __unused[3];
};

// sys/resource.h
#define RLIMIT_NOFILE 7
typedef unsigned long long rlim_t;
struct rlimit {
  rlim_t rlim_cur, rlim_max;
};
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);

// dirent.h
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_DIR 4
#define DT_REG 8
#define DT_LNK 10
struct dirent {
  ino_t d_ino;
  off_t d_off;
  unsigned short d_reclen;
  unsigned char d_type;
  char d_name[256];
};
typedef struct __dirstream DIR;

// limits.h and unistd.h
#define PATH_MAX 4096
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define _SC_NPROCESSORS_ONLN 84
int fdatasync(int);

// poll.h
#define POLLIN 0x001
#define POLLOUT 0x004
#define POLLERR 0x008
#define POLLHUP 0x010
typedef unsigned long nfds_t;
struct pollfd {
  int fd;
  short events;
  short revents;
};

// bits/ioctl.h
#define TIOCGWINSZ 0x5413
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};

#include "../Shared/calls.h"

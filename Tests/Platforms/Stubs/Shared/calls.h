// The functions that have one declaration on all systems, and that the sources call.
//
// The declarations are those of POSIX, and of BSD for `flock`.

#include <stddef.h>
#include <stdlib.h>

// string.h
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *);
char *strerror(int);
char *strdup(const char *);

// signal.h
int sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);
int sigfillset(sigset_t *);
int raise(int);
void (*signal(int, void (*)(int)))(int);

// sys/stat.h
int stat(const char *restrict, struct stat *restrict);
int lstat(const char *restrict, struct stat *restrict);
int fstat(int, struct stat *);
int fchmod(int, mode_t);
int mkdir(const char *, mode_t);

// dirent.h
DIR *opendir(const char *);
struct dirent *readdir(DIR *);
int closedir(DIR *);

// sys/file.h
int flock(int, int);

// unistd.h
ssize_t read(int, void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t write(int, const void *, size_t);
ssize_t readlink(const char *restrict, char *restrict, size_t);
off_t lseek(int, off_t, int);
int close(int);
int fsync(int);
int ftruncate(int, off_t);
int fchown(int, uid_t, gid_t);
int unlink(const char *);
int isatty(int);
char *getcwd(char *, size_t);
long sysconf(int);
_Noreturn void _exit(int);

// stdio.h
int rename(const char *, const char *);

// poll.h
int poll(struct pollfd *, nfds_t, int);

// time.h
int clock_gettime(clockid_t, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);
struct tm *localtime_r(const time_t *restrict, struct tm *restrict);
void tzset(void);

/* Faults of disk and clock for a program that knows nothing of them (LD_PRELOAD).
 *
 * SHIELDWALL_FAULTS names the file through which faults are ordered, SHIELDWALL_FAULTS_UNDER the
 * beginnings of the paths whose files suffer them, parted by colons.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { NONE, FULL, BAD_WRITE, READ_ONLY, BAD_SYNC, BAD_READ, SLOW, TORN, KILL_WRITE, KILL_SYNC,
       KILL_SEND, LIES };

struct orders {
    volatile int32_t kind;   /* what goes wrong */
    volatile int32_t after;  /* so many calls of its sort go well first */
    volatile int32_t hits;   /* how often it has gone wrong */
    volatile int32_t unused;
    volatile int64_t clock;  /* seconds by which the clock on the wall is wrong */
};

static struct orders nothing;
static struct orders *orders = &nothing;
static char under[1024];
static unsigned char watched[65536];

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("SHIELDWALL_FAULTS"), *prefixes = getenv("SHIELDWALL_FAULTS_UNDER");
    if (!path || !prefixes) return;
    strncpy(under, prefixes, sizeof under - 1);
    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, "open");
    int file = real(path, O_RDWR);
    if (file < 0) return;
    void *found = mmap(NULL, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (found != MAP_FAILED) orders = found;
}

static int is_under(const char *path) {
    const char *start = under;
    while (*start) {
        const char *end = strchrnul(start, ':');
        if (end > start && strncmp(path, start, end - start) == 0) return 1;
        start = *end ? end + 1 : end;
    }
    return 0;
}

static int is_watched(int file) { return file >= 0 && file < 65536 && watched[file]; }

/* Whether it is time for the fault that was ordered. */
static int strikes(int kind) {
    if (orders->kind != kind) return 0;
    if (__sync_fetch_and_sub(&orders->after, 1) > 0) return 0;
    orders->after = 0;
    __sync_fetch_and_add(&orders->hits, 1);
    return 1;
}

static ssize_t fail(int why) { errno = why; return -1; }

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int opened(int file, const char *path) {
    if (file >= 0 && file < 65536) watched[file] = is_under(path);
    return file;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        REAL(name); \
        va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more); \
        if ((flags & O_ACCMODE) != O_RDONLY && is_under(path) && strikes(READ_ONLY)) return fail(EROFS); \
        return opened(real(path, flags, mode), path); \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name) \
    int name(int folder, const char *path, int flags, ...) { \
        REAL(name); \
        va_list more; va_start(more, flags); int mode = va_arg(more, int); va_end(more); \
        if ((flags & O_ACCMODE) != O_RDONLY && is_under(path) && strikes(READ_ONLY)) return fail(EROFS); \
        return opened(real(folder, path, flags, mode), path); \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int file) {
    REAL(close);
    if (file >= 0 && file < 65536) watched[file] = 0;
    return real(file);
}

#define WRITE(call, half, claimed) \
    if (is_watched(file)) { \
        if (strikes(FULL)) return fail(ENOSPC); \
        if (strikes(BAD_WRITE)) return fail(EIO); \
        if (strikes(READ_ONLY)) return fail(EROFS); \
        if (strikes(TORN)) { half; return fail(ENOSPC); } \
        if (strikes(KILL_WRITE)) { half; raise(SIGKILL); } \
        if (strikes(SLOW)) usleep(150000); \
        if (strikes(LIES)) return claimed; \
    } \
    return call

ssize_t write(int file, const void *data, size_t size) {
    REAL(write);
    WRITE(real(file, data, size), real(file, data, size / 2), size);
}
ssize_t pwrite(int file, const void *data, size_t size, off_t at) {
    REAL(pwrite);
    WRITE(real(file, data, size, at), real(file, data, size / 2, at), size);
}
ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
    REAL(pwrite64);
    WRITE(real(file, data, size, at), real(file, data, size / 2, at), size);
}
ssize_t pwritev(int file, const struct iovec *data, int count, off_t at) {
    REAL(pwritev);
    WRITE(real(file, data, count, at), (void)0, 0);
}

#define SYNC(name) \
    int name(int file) { \
        REAL(name); \
        if (is_watched(file)) { \
            if (strikes(BAD_SYNC)) return fail(EIO); \
            if (strikes(KILL_SYNC)) raise(SIGKILL); \
        } \
        return real(file); \
    }
SYNC(fsync)
SYNC(fdatasync)

#define READ(call) if (is_watched(file) && strikes(BAD_READ)) return fail(EIO); return call

ssize_t pread(int file, void *data, size_t size, off_t at) { REAL(pread); READ(real(file, data, size, at)); }
ssize_t pread64(int file, void *data, size_t size, off64_t at) { REAL(pread64); READ(real(file, data, size, at)); }

/* Before a word is sent: to the database, or to somebody at the table. */
ssize_t send(int line, const void *data, size_t size, int flags) {
    REAL(send);
    if (strikes(KILL_SEND)) raise(SIGKILL);
    return real(line, data, size, flags);
}

int clock_gettime(clockid_t which, struct timespec *now) {
    REAL(clock_gettime);
    int result = real(which, now);
    if (which == CLOCK_REALTIME && result == 0) now->tv_sec += orders->clock;
    return result;
}
int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    static int (*real)(struct timeval *, void *);
    if (!real) real = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
    int result = real(now, zone);
    if (result == 0) now->tv_sec += orders->clock;
    return result;
}
time_t time(time_t *out) {
    REAL(time);
    time_t now = real(NULL) + orders->clock;
    if (out) *out = now;
    return now;
}

/* Preloaded: time stands still for programs that turn things with it, but for those that wait by it. */
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *t) {
    (void)clock;
    t->tv_sec = 1000;
    t->tv_nsec = 500000000;
    return 0;
}

int gettimeofday(struct timeval *restrict t, void *restrict zone) {
    (void)zone;
    t->tv_sec = 1000;
    t->tv_usec = 500000;
    return 0;
}

time_t time(time_t *t) {
    if (t) *t = 1000;
    return 1000;
}

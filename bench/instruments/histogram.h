/* Durations in buckets less than 1 % wide; memory does not grow with the number of samples. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdint.h>

/* Buckets per power of two, and powers of two: up to one hour in microseconds. */
enum { PER_POWER = 128, POWERS = 26 };

struct histogram {
  uint64_t count;
  uint64_t buckets[PER_POWER * POWERS];
};

void note(struct histogram *, int64_t microseconds);

/* In microseconds; 0 without samples. */
int64_t percentile(const struct histogram *, double share);

#endif

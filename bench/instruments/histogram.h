/* Times in buckets that are less than 1 % wide: as many as there are, they take the same memory. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdint.h>

/* Buckets of each power of two, and powers of two: up to an hour in microseconds. */
enum { PER_POWER = 128, POWERS = 26 };

struct histogram {
  uint64_t count;
  uint64_t buckets[PER_POWER * POWERS];
};

void note(struct histogram *, int64_t microseconds);

/* In microseconds; 0 if nothing was noted. */
int64_t percentile(const struct histogram *, double share);

#endif

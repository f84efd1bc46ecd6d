#include "histogram.h"

/* The first two powers of two have buckets of one microsecond; after that, the width doubles with every power. */
static unsigned bucket_of(uint64_t value) {
  unsigned shift = 0;
  while (value >> shift >= 2 * PER_POWER) shift++;
  unsigned bucket = shift * PER_POWER + (unsigned)(value >> shift);
  return bucket < PER_POWER * POWERS ? bucket : PER_POWER * POWERS - 1;
}

static int64_t value_of(unsigned bucket) {
  if (bucket < 2 * PER_POWER) return bucket;
  unsigned shift = bucket / PER_POWER - 1;
  return (int64_t)(bucket - shift * PER_POWER) << shift;
}

void note(struct histogram *histogram, int64_t microseconds) {
  histogram->count++;
  histogram->buckets[bucket_of(microseconds < 0 ? 0 : (uint64_t)microseconds)]++;
}

int64_t percentile(const struct histogram *histogram, double share) {
  double wanted = (double)histogram->count * share;
  uint64_t seen = 0;
  for (unsigned bucket = 0; bucket < PER_POWER * POWERS; bucket++) {
    seen += histogram->buckets[bucket];
    if (seen > 0 && (double)seen >= wanted) return value_of(bucket);
  }
  return 0;
}

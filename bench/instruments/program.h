/* Shared by both programs: options, a clock, their own processor time, and a fatal error in one line. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stddef.h>
#include <stdint.h>

#define MILLISECOND INT64_C(1000000)
#define SECOND (1000 * MILLISECOND)

struct option_number {
  const char *name;
  long least, most;
  long *value;
};

/* Reads `--name number` pairs into the table; anything else ends the program with status 2. */
void read_options(int argc, char **argv, const struct option_number *table, size_t count);

/* Prints the failed action with the reason of errno, and ends the program with status 1. */
_Noreturn void fail(const char *doing);

/* Nanoseconds of a monotonic clock. */
int64_t now_ns(void);

/* Seconds of processor time, user and system, used by this program so far. */
double cpu_seconds(void);

/* Makes the program end with its parent: a killed bench leaves no instruments running. */
void end_with_parent(void);

#endif

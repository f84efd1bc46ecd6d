/* What both programs need: options, a clock, their own processor time, and a way to end with one clear line. */
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

/* Reads `--name number` pairs into the places of the table; anything else ends the program with status 2. */
void read_options(int argc, char **argv, const struct option_number *table, size_t count);

/* Says what was being done, with the reason of errno, and ends the program with status 1. */
_Noreturn void fail(const char *doing);

/* Nanoseconds of a clock that is never set. */
int64_t now_ns(void);

/* Seconds of processor time, user and system, that this program has used so far. */
double cpu_seconds(void);

/* A bench that is killed leaves no instruments behind. */
void end_with_parent(void);

#endif

#include "program.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

static _Noreturn void refuse(const char *argument, const char *why) {
  fprintf(stderr, "%s %s\n", argument, why);
  exit(2);
}

static const struct option_number *find(const char *argument, const struct option_number *table, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strncmp(argument, "--", 2) == 0 && strcmp(argument + 2, table[i].name) == 0) return &table[i];
  refuse(argument, "is not an option of this program");
}

void read_options(int argc, char **argv, const struct option_number *table, size_t count) {
  for (int i = 1; i < argc; i += 2) {
    const struct option_number *option = find(argv[i], table, count);
    if (i + 1 == argc) refuse(argv[i], "lacks its number");
    char *end;
    errno = 0;
    long value = strtol(argv[i + 1], &end, 10);
    if (errno != 0 || end == argv[i + 1] || *end != '\0') refuse(argv[i], "takes a whole number");
    if (value < option->least || value > option->most) refuse(argv[i], "is out of its range");
    *option->value = value;
  }
}

void fail(const char *doing) {
  perror(doing);
  exit(1);
}

int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * SECOND + now.tv_nsec;
}

double cpu_seconds(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

void end_with_parent(void) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);
}

/* The request that is sent repeatedly: prepared once, then only the running number changes. */
#ifndef REQUEST_H
#define REQUEST_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { REQUEST_SIZE = 16 * 1024 * 1024, MAX_MARKERS = 64 };

struct request {
  size_t length;
  size_t marker_count;
  size_t markers[MAX_MARKERS];
  char bytes[REQUEST_SIZE];
};

/*
 * Reads a head and, after its empty line, a body. Each @N@ becomes the running number, ten digits wide, so that the length
 * of the body is constant; a Content-Length is added if there is a body.
 */
void prepare(struct request *, FILE *);

void set_number(struct request *, uint64_t number);

#endif

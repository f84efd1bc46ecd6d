/* A message that the SMSC has taken, and lines in which messages wait for a moment. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct connection;

struct address {
  uint8_t ton, npi;
  /* As long as the specification allows, with the closing NUL. */
  char digits[21];
};

struct message {
  uint64_t id;
  int64_t due;
  time_t submitted;
  /* Who submitted it, as long as the generation is the same. */
  struct connection *submitter;
  uint32_t generation;
  uint32_t sequence;
  /* The ten digits that its text begins with; negative if it does not. */
  int64_t number;
  bool wants_receipt;
  char system_id[16];
  struct address source, destination;
};

/* Everybody waits equally long, so the first in is the first out: a ring, which grows when it is full. */
struct delay_line {
  int64_t delay;
  struct message *ring;
  size_t first, count, capacity;
};

void put(struct delay_line *, const struct message *, int64_t now);

/* The first one, if it is due; it stays until it is dropped. */
const struct message *due(const struct delay_line *, int64_t now);
void drop(struct delay_line *);

/* When the first one is due; negative if the line is empty. */
int64_t next_due(const struct delay_line *);

#endif

/* A message that the SMSC has accepted, and delay queues of messages. */
#ifndef MESSAGE_H
#define MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct connection;

struct address {
  uint8_t ton, npi;
  /* The maximum length of the specification, including the terminating NUL. */
  char digits[21];
};

struct message {
  uint64_t id;
  int64_t due;
  time_t submitted;
  /* The submitting connection, valid while the generation is unchanged. */
  struct connection *submitter;
  uint32_t generation;
  uint32_t sequence;
  /* The ten digits that the text begins with; negative if it does not. */
  int64_t number;
  bool wants_receipt;
  char system_id[16];
  struct address source, destination;
};

/* Every message waits equally long, so the queue is a ring that grows when it is full. */
struct delay_line {
  int64_t delay;
  struct message *ring;
  size_t first, count, capacity;
};

void put(struct delay_line *, const struct message *, int64_t now);

/* The first message if it is due; it stays in the queue until it is dropped. */
const struct message *due(const struct delay_line *, int64_t now);
void drop(struct delay_line *);

/* When the first message is due; negative if the queue is empty. */
int64_t next_due(const struct delay_line *);

#endif

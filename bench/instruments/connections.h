/*
 * Accepted connections on one epoll. Input is collected until a protocol consumes it; output is collected and written once at
 * the end of a turn. Memory belongs to a connection, not to a message, and is reused for the next one.
 */
#ifndef CONNECTIONS_H
#define CONNECTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IN_SIZE = 64 * 1024, OUT_SIZE = 128 * 1024 };

struct connection;
struct listener;

struct protocol {
  /*
   * Consumes one whole request from the front and returns its length in bytes. 0: the request is incomplete, or there is no space
   * for the response. The function is called again when more input or space is available.
   */
  size_t (*take)(struct connection *, const uint8_t *bytes, size_t length);
  void (*opened)(struct connection *);
  void (*closed)(struct connection *);
};

struct connection {
  int fd;
  /* Generation of this memory: a pointer kept over time is valid only while the generation is unchanged. */
  uint32_t generation;
  struct listener *listener;
  /* Belongs to the protocol, and is reused for the next connection. */
  void *state;
  bool is_closing, is_queued, awaits_room;
  size_t in_used, out_used, out_sent;
  struct connection *next_queued, *next_free;
  uint8_t in[IN_SIZE], out[OUT_SIZE];
};

struct listener {
  int fd;
  const struct protocol *protocol;
  struct connection *free;
};

/* Listens on 127.0.0.1; port 0 picks a free one. Returns the port. */
int listen_on(struct listener *, int port, const struct protocol *);

/* Waits for events until the given time of now_ns() (negative: without a limit), and handles them. */
void turn(struct listener *listeners, size_t count, int64_t until);

/* Writes the output collected in this turn. */
void flush_all(void);

/* Free space in the output buffer. */
size_t room(const struct connection *);

/* Appends to the output; the caller has checked that there is space. */
void append(struct connection *, const void *bytes, size_t length);

/* Closes the connection after the output is written. */
void close_soon(struct connection *);

#endif

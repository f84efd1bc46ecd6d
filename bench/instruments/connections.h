/*
 * Accepted connections on one epoll: what comes in is collected until a protocol takes it, what goes out is collected and
 * written once at the end of a turn. Memory belongs to a connection, not to a message, and is used again for the next one.
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
   * Takes one whole request from the front, and returns how many bytes it was. 0: it is not complete, or there is no room
   * for the answer. It is asked again when more has come or the room is back.
   */
  size_t (*take)(struct connection *, const uint8_t *bytes, size_t length);
  void (*opened)(struct connection *);
  void (*closed)(struct connection *);
};

struct connection {
  int fd;
  /* Counts the uses of this memory: who kept a pointer over time sees whether it is still the same connection. */
  uint32_t generation;
  struct listener *listener;
  /* Belongs to the protocol, and stays for the next connection. */
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

/* On 127.0.0.1; port 0 takes a free one. Returns the port. */
int listen_on(struct listener *, int port, const struct protocol *);

/* Waits for events, at most until the given time of now_ns() (negative: for ever), and handles them. */
void turn(struct listener *listeners, size_t count, int64_t until);

/* Writes what this turn has collected. */
void flush_all(void);

/* Room for what is to be sent. */
size_t room(const struct connection *);

/* Appends to what is to be sent; the caller has seen that there is room. */
void append(struct connection *, const void *bytes, size_t length);

/* After what is to be sent. */
void close_soon(struct connection *);

#endif

#include "connections.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "program.h"

enum { EVENTS = 256, BACKLOG = 1024 };

static int poll_fd = -1;
static int timer_fd = -1;
/* The time the timer is set to; negative while it is off. */
static int64_t timer_at = -1;
static struct connection *queued;

static void watch(int operation, int fd, uint32_t events, void *about) {
  struct epoll_event event = {.events = events, .data.ptr = about};
  if (epoll_ctl(poll_fd, operation, fd, &event) < 0) fail("epoll_ctl");
}

/* epoll_wait counts in milliseconds, which is too coarse for a carrier that responds after exactly 20 ms. */
static void start(void) {
  poll_fd = epoll_create1(EPOLL_CLOEXEC);
  timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (poll_fd < 0 || timer_fd < 0) fail("epoll and timer");
  watch(EPOLL_CTL_ADD, timer_fd, EPOLLIN, &timer_fd);
}

int listen_on(struct listener *listener, int port, const struct protocol *protocol) {
  if (poll_fd < 0) start();
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) fail("socket");
  int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) fail("bind to the port");
  if (listen(fd, BACKLOG) < 0) fail("listen");
  socklen_t size = sizeof address;
  if (getsockname(fd, (struct sockaddr *)&address, &size) < 0) fail("getsockname");
  *listener = (struct listener){.fd = fd, .protocol = protocol};
  watch(EPOLL_CTL_ADD, fd, EPOLLIN, listener);
  return ntohs(address.sin_port);
}

static struct connection *fresh(struct listener *listener) {
  struct connection *connection = listener->free;
  if (connection != NULL) listener->free = connection->next_free;
  else if ((connection = calloc(1, sizeof *connection)) == NULL) fail("memory for a connection");
  connection->listener = listener;
  return connection;
}

static void accept_all(struct listener *listener) {
  for (;;) {
    int fd = accept4(listener->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0 && (errno == EAGAIN || errno == ECONNABORTED || errno == EINTR)) return;
    if (fd < 0) fail("accept");
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct connection *connection = fresh(listener);
    connection->fd = fd;
    connection->is_closing = connection->awaits_room = false;
    connection->in_used = connection->out_used = connection->out_sent = 0;
    watch(EPOLL_CTL_ADD, fd, EPOLLIN, connection);
    if (listener->protocol->opened != NULL) listener->protocol->opened(connection);
  }
}

static void close_now(struct connection *connection) {
  if (connection->fd < 0) return;
  close(connection->fd);
  connection->fd = -1;
  connection->generation++;
  connection->is_closing = true;
  struct listener *listener = connection->listener;
  if (listener->protocol->closed != NULL) listener->protocol->closed(connection);
  connection->next_free = listener->free;
  listener->free = connection;
}

static void queue(struct connection *connection) {
  if (connection->is_queued) return;
  connection->is_queued = true;
  connection->next_queued = queued;
  queued = connection;
}

void close_soon(struct connection *connection) {
  connection->is_closing = true;
  queue(connection);
}

size_t room(const struct connection *connection) {
  return OUT_SIZE - connection->out_used;
}

void append(struct connection *connection, const void *bytes, size_t length) {
  memcpy(connection->out + connection->out_used, bytes, length);
  connection->out_used += length;
  queue(connection);
}

/* Consumes one request after the other, then moves the rest to the front once. */
static void hand_over(struct connection *connection) {
  const struct protocol *protocol = connection->listener->protocol;
  size_t taken = 0;
  while (taken < connection->in_used && !connection->is_closing) {
    size_t length = protocol->take(connection, connection->in + taken, connection->in_used - taken);
    if (length == 0) break;
    taken += length;
  }
  connection->in_used -= taken;
  if (taken > 0 && connection->in_used > 0) memmove(connection->in, connection->in + taken, connection->in_used);
}

static void receive(struct connection *connection) {
  size_t space = IN_SIZE - connection->in_used;
  ssize_t length = recv(connection->fd, connection->in + connection->in_used, space, 0);
  if (length < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (length <= 0) {
    close_soon(connection);
    return;
  }
  connection->in_used += (size_t)length;
  hand_over(connection);
}

/* Returns whether all output is written. A client that does not read its responses is not read from until it does. */
static bool flush(struct connection *connection) {
  while (connection->out_sent < connection->out_used) {
    size_t left = connection->out_used - connection->out_sent;
    ssize_t length = send(connection->fd, connection->out + connection->out_sent, left, MSG_NOSIGNAL);
    if (length < 0 && errno == EINTR) continue;
    if (length < 0 && errno == EAGAIN) break;
    if (length < 0) {
      close_now(connection);
      return true;
    }
    connection->out_sent += (size_t)length;
  }
  bool is_done = connection->out_sent == connection->out_used;
  if (is_done) connection->out_sent = connection->out_used = 0;
  if (is_done == connection->awaits_room) {
    connection->awaits_room = !is_done;
    watch(EPOLL_CTL_MOD, connection->fd, is_done ? EPOLLIN : EPOLLOUT, connection);
  }
  return is_done;
}

/* Requests that waited for output space continue, and may fill it again. */
static void settle(struct connection *connection) {
  while (connection->fd >= 0 && flush(connection) && connection->fd >= 0) {
    if (connection->is_closing) close_now(connection);
    else if (connection->in_used > 0) hand_over(connection);
    if (connection->out_used == 0 && !connection->is_closing) return;
  }
}

void flush_all(void) {
  while (queued != NULL) {
    struct connection *connection = queued;
    queued = connection->next_queued;
    connection->is_queued = false;
    settle(connection);
  }
}

static void set_timer(int64_t until) {
  if (until == timer_at) return;
  timer_at = until;
  /* A time of 0 would disable the timer. */
  int64_t at = until < 0 ? 0 : until > 0 ? until : 1;
  struct itimerspec when = {.it_value = {.tv_sec = at / SECOND, .tv_nsec = at % SECOND}};
  if (timerfd_settime(timer_fd, TFD_TIMER_ABSTIME, &when, NULL) < 0) fail("timerfd_settime");
}

static void expire(void) {
  timer_at = -1;
  uint64_t times;
  if (read(timer_fd, &times, sizeof times) < 0 && errno != EAGAIN) fail("timer");
}

static struct listener *listener_of(void *about, struct listener *listeners, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (about == &listeners[i]) return &listeners[i];
  return NULL;
}

void turn(struct listener *listeners, size_t count, int64_t until) {
  struct epoll_event events[EVENTS];
  set_timer(until);
  int ready = epoll_wait(poll_fd, events, EVENTS, -1);
  if (ready < 0 && errno != EINTR) fail("epoll_wait");
  for (int i = 0; i < ready; i++) {
    void *about = events[i].data.ptr;
    struct listener *listener = listener_of(about, listeners, count);
    if (about == &timer_fd) expire();
    else if (listener != NULL) accept_all(listener);
    else if (events[i].events & EPOLLOUT) queue(about);
    else receive(about);
  }
}

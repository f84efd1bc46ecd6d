/*
 * HTTP requests on kept-alive connections, one at a time on each.
 *
 *   load --port 8080 --connections 64 --requests 20000 --seconds 300 < request
 *   load --port 8080 --connections 20 --rate 20 --cycle 20 --seconds 20 < request
 *
 * Without --rate, a closed loop: each connection sends the next request when the previous one is answered. With --rate, this
 * number of requests per second by the clock, on the connection idle for longest; latency counts from when a request
 * was due, so a stalled service shows in every request that was due meanwhile. --cycle restarts the running number at 0
 * after that many requests.
 *
 * Ends after --requests or --seconds, whichever comes first. Prints a line when all connections are open and the requests
 * begin, and the outcome as JSON at the end. The request and its running number are described in request.h.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "histogram.h"
#include "http.h"
#include "program.h"
#include "request.h"

enum { ANSWER_SIZE = 16 * 1024, STATUSES = 1000, EVENTS = 256 };

/* A response that takes longer than this is counted as lost. */
static const int64_t patience = 60 * SECOND;

struct caller {
  int fd;
  /* The number of its request, and how many bytes of it are sent. */
  uint64_t number;
  size_t sent;
  int64_t began;
  bool awaits_room, is_resting;
  struct caller *next_resting;
  int status;
  size_t used;
  /* Remaining bytes of the body, once the head is read. */
  size_t missing;
  char answer[ANSWER_SIZE];
};

static struct request request;
static struct histogram times;
static uint64_t statuses[STATUSES];
static long port, connections = 1, requests, seconds = 60, rate, cycle;
static uint64_t asked, answered, lost;
static size_t working;
static int64_t first_request, last_answer, until;
static int poll_fd, timer_fd;
/* First in, first out: all connections are used in turn, and none is idle long enough for the service to close it. */
static struct caller *resting, **resting_end = &resting;

static void watch(int operation, struct caller *caller, uint32_t events) {
  struct epoll_event event = {.events = events, .data.ptr = caller};
  if (epoll_ctl(poll_fd, operation, caller->fd, &event) < 0) fail("epoll_ctl");
}

static void dial(struct caller *caller) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  caller->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (caller->fd < 0) fail("socket");
  if (connect(caller->fd, (struct sockaddr *)&address, sizeof address) < 0) fail("connect to the port");
  int on = 1;
  setsockopt(caller->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (fcntl(caller->fd, F_SETFL, O_NONBLOCK) < 0) fail("fcntl");
  caller->awaits_room = false;
  watch(EPOLL_CTL_ADD, caller, EPOLLIN);
  working++;
}

static void hang_up(struct caller *caller) {
  close(caller->fd);
  caller->fd = -1;
  working--;
}

static int64_t due_at(uint64_t number) {
  return first_request + (int64_t)number * SECOND / rate;
}

/* By the clock, a request that was due in time is sent however late. */
static bool is_over(int64_t now) {
  return (rate > 0 ? due_at(asked) : now) >= until || (requests > 0 && asked >= (uint64_t)requests);
}

static void rest(struct caller *caller) {
  caller->is_resting = true;
  caller->next_resting = NULL;
  *resting_end = caller;
  resting_end = &caller->next_resting;
}

static struct caller *take_resting(void) {
  struct caller *caller = resting;
  resting = caller->next_resting;
  if (resting == NULL) resting_end = &resting;
  caller->is_resting = false;
  return caller;
}

static void redial(struct caller *caller) {
  hang_up(caller);
  dial(caller);
}

/* The rate does not drop when a connection closes: the next request uses a new connection. */
static void leave(struct caller *caller) {
  if (rate == 0 || is_over(now_ns())) {
    hang_up(caller);
    return;
  }
  redial(caller);
  rest(caller);
}

static void lose(struct caller *caller) {
  lost++;
  leave(caller);
}

/* Several requests share the prepared bytes: the remainder that the socket did not accept immediately is assembled again later. */
static void send_rest(struct caller *caller) {
  set_number(&request, caller->number);
  ssize_t length = send(caller->fd, request.bytes + caller->sent, request.length - caller->sent, MSG_NOSIGNAL);
  if (length < 0 && errno != EAGAIN && errno != EINTR) {
    lose(caller);
    return;
  }
  if (length > 0) caller->sent += (size_t)length;
  bool is_all = caller->sent == request.length;
  if (is_all != caller->awaits_room) return;
  caller->awaits_room = !is_all;
  watch(EPOLL_CTL_MOD, caller, is_all ? EPOLLIN : EPOLLIN | EPOLLOUT);
}

static void ask(struct caller *caller, int64_t now) {
  if (is_over(now)) {
    hang_up(caller);
    return;
  }
  if (rate > 0 && due_at(asked) > now) {
    rest(caller);
    return;
  }
  caller->began = rate > 0 ? due_at(asked) : now;
  caller->number = cycle > 0 ? asked % (uint64_t)cycle : asked;
  asked++;
  caller->sent = caller->used = caller->missing = 0;
  caller->status = 0;
  send_rest(caller);
}

static void set_timer(int64_t nanoseconds) {
  struct timespec every = {.tv_sec = nanoseconds / SECOND, .tv_nsec = nanoseconds % SECOND};
  if (timerfd_settime(timer_fd, 0, &(struct itimerspec){every, every}, NULL) < 0) fail("timer");
}

/* Stops the timer at the end of the run, so that the wait for the last responses can time out. */
static void tick(void) {
  uint64_t times;
  if (read(timer_fd, &times, sizeof times) < 0 && errno != EAGAIN) fail("timer");
  int64_t now = now_ns();
  if (is_over(now)) set_timer(0);
  while (resting != NULL && (is_over(now) || due_at(asked) <= now)) ask(take_resting(), now);
}

static void on_answer(struct caller *caller, bool is_last) {
  last_answer = now_ns();
  answered++;
  statuses[caller->status]++;
  note(&times, (last_answer - caller->began) / 1000);
  if (is_last) leave(caller);
  else ask(caller, last_answer);
}

/* 100 to 999; 0 if this is not HTTP. */
static int status_of(const char *head) {
  return strncmp(head, "HTTP/1.", 7) == 0 && head[8] == ' ' ? atoi(head + 9) % STATUSES : 0;
}

static void read_head(struct caller *caller) {
  size_t head = head_length(caller->answer, caller->used);
  if (head == 0) {
    if (caller->used == ANSWER_SIZE) lose(caller);
    return;
  }
  caller->status = status_of(caller->answer);
  if (caller->status < 100 || find_field(caller->answer, head, "transfer-encoding") != NULL) {
    fprintf(stderr, "an answer is no HTTP, or has no Content-Length\n");
    exit(1);
  }
  size_t body = content_length(caller->answer, head), came = caller->used - head;
  caller->missing = body > came ? body - came : 0;
  /* The body overwrites the buffer; whether the connection ends is stated in the head, so it is kept. */
  caller->used = head;
}

static void receive(struct caller *caller) {
  if (caller->is_resting) {
    redial(caller);
    return;
  }
  char skipped[ANSWER_SIZE];
  bool in_body = caller->status != 0;
  char *into = in_body ? skipped : caller->answer + caller->used;
  size_t space = in_body ? sizeof skipped : ANSWER_SIZE - caller->used;
  ssize_t length = recv(caller->fd, into, space, 0);
  if (length < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (length <= 0) {
    lose(caller);
    return;
  }
  if (in_body) {
    caller->missing -= (size_t)length < caller->missing ? (size_t)length : caller->missing;
  } else {
    caller->used += (size_t)length;
    read_head(caller);
  }
  if (caller->fd >= 0 && caller->status != 0 && caller->missing == 0)
    on_answer(caller, closes_after(caller->answer, caller->used));
}

static void converse(void) {
  struct epoll_event events[EVENTS];
  while (working > 0) {
    int ready = epoll_wait(poll_fd, events, EVENTS, (int)(patience / MILLISECOND));
    if (ready < 0 && errno != EINTR) fail("epoll_wait");
    if (ready == 0) {
      lost += working;
      return;
    }
    for (int i = 0; i < ready; i++) {
      struct caller *caller = events[i].data.ptr;
      if (caller == NULL) {
        tick();
        continue;
      }
      if (events[i].events & EPOLLOUT) send_rest(caller);
      if (caller->fd >= 0 && events[i].events & ~(uint32_t)EPOLLOUT) receive(caller);
    }
  }
}

static void report(double cpu) {
  printf("{\"answered\":%" PRIu64 ",\"lost\":%" PRIu64 ",\"statuses\":{", answered, lost);
  const char *comma = "";
  for (int status = 0; status < STATUSES; status++) {
    if (statuses[status] == 0) continue;
    printf("%s\"%d\":%" PRIu64, comma, status, statuses[status]);
    comma = ",";
  }
  double elapsed = answered > 0 ? (double)(last_answer - first_request) / 1e9 : 0;
  printf("},\"seconds\":%.6f,\"p50\":%.3f,\"p95\":%.3f,\"p99\":%.3f,\"cpuSeconds\":%.6f}\n", elapsed,
         (double)percentile(&times, 0.5) / 1e3, (double)percentile(&times, 0.95) / 1e3,
         (double)percentile(&times, 0.99) / 1e3, cpu);
}

int main(int argc, char **argv) {
  const struct option_number options[] = {
      {"port", 1, 65535, &port},
      {"connections", 1, 10000, &connections},
      {"requests", 1, 1000000000, &requests},
      {"seconds", 1, 86400, &seconds},
      {"rate", 1, 100000, &rate},
      {"cycle", 1, 1000000000, &cycle},
  };
  read_options(argc, argv, options, sizeof options / sizeof *options);
  end_with_parent();
  prepare(&request, stdin);
  poll_fd = epoll_create1(EPOLL_CLOEXEC);
  struct caller *callers = calloc((size_t)connections, sizeof *callers);
  timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (poll_fd < 0 || timer_fd < 0 || callers == NULL) fail("start");
  struct epoll_event ticks = {.events = EPOLLIN};
  if (epoll_ctl(poll_fd, EPOLL_CTL_ADD, timer_fd, &ticks) < 0) fail("epoll_ctl");
  /* A listener with a short backlog drops connections that arrive too fast, and the next attempt follows a second later. */
  for (long i = 0; i < connections; i++) {
    dial(&callers[i]);
    nanosleep(&(struct timespec){.tv_nsec = MILLISECOND}, NULL);
  }
  printf("begins\n");
  fflush(stdout);
  double used = cpu_seconds();
  first_request = now_ns();
  until = first_request + seconds * SECOND;
  if (rate > 0) set_timer(SECOND / rate);
  for (long i = 0; i < connections; i++) ask(&callers[i], now_ns());
  converse();
  report(cpu_seconds() - used);
  free(callers);
}

#include "endpoint.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http.h"
#include "program.h"
#include "report-times.h"
#include "smsc.h"

enum { ANSWER_SIZE = 1024 };

static uint64_t requests;

static void say(struct connection *connection, const char *status, const char *body) {
  char answer[ANSWER_SIZE];
  int length = snprintf(answer, sizeof answer, "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                        status, strlen(body), body);
  append(connection, answer, (size_t)length);
}

static void say_counts(struct connection *connection) {
  char body[512];
  snprintf(body, sizeof body,
           "{\"binds\":%" PRIu64 ",\"submits\":%" PRIu64 ",\"answers\":%" PRIu64 ",\"receipts\":%" PRIu64
           ",\"acknowledged\":%" PRIu64 ",\"repeated\":%" PRIu64 ",\"requests\":%" PRIu64 ",\"cpuSeconds\":%.6f}",
           smsc_counts.binds, smsc_counts.submits, smsc_counts.answers, smsc_counts.receipts, smsc_counts.acknowledged,
           smsc_counts.repeated, requests, cpu_seconds());
  say(connection, "200 OK", body);
}

static size_t refuse(struct connection *connection, const char *status, size_t length) {
  say(connection, status, "");
  close_soon(connection);
  return length;
}

static bool begins_with(const char *head, const char *line) {
  return strncmp(head, line, strlen(line)) == 0;
}

/* Handles the bench's own requests to the peer. Returns whether this was one. */
static bool obey(struct connection *connection, const char *head) {
  static const char delay[] = "GET /receipt-delay/";
  if (begins_with(head, "GET /count ")) {
    say_counts(connection);
  } else if (begins_with(head, "GET /times ")) {
    char body[512];
    say_times(body, sizeof body);
    say(connection, "200 OK", body);
  } else if (begins_with(head, delay)) {
    set_receipt_delay(atol(head + sizeof delay - 1) * MILLISECOND);
    say(connection, "200 OK", "");
  } else {
    return false;
  }
  return true;
}

/* Responds as an HTTP gateway that accepts every message immediately and assigns it a number. */
static void say_reference(struct connection *connection) {
  char body[40];
  snprintf(body, sizeof body, "{\"id\":\"%" PRIu64 "\"}", requests);
  say(connection, "200 OK", body);
}

static size_t take(struct connection *connection, const uint8_t *bytes, size_t length) {
  if (room(connection) < ANSWER_SIZE) return 0;
  const char *head = (const char *)bytes;
  size_t end = head_length(head, length);
  if (end == 0) return length < IN_SIZE ? 0 : refuse(connection, "431 Request Header Fields Too Large", length);
  if (find_field(head, end, "transfer-encoding") != NULL) return refuse(connection, "411 Length Required", length);
  size_t whole = end + content_length(head, end);
  if (whole > IN_SIZE) return refuse(connection, "413 Content Too Large", length);
  if (length < whole) return 0;
  if (obey(connection, head)) {
    /* Not a request from the service. */
  } else if (requests++, begins_with(head, "POST /send ")) {
    say_reference(connection);
  } else {
    note_report(head, whole, now_ns());
    static const char ok[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    append(connection, ok, sizeof ok - 1);
  }
  if (closes_after(head, end)) close_soon(connection);
  return whole;
}

const struct protocol http = {.take = take};

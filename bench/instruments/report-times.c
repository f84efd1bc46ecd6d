#include "report-times.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "histogram.h"

/* Fewer messages than this are in flight at the same time, so two of them never share a slot. */
enum { DIGITS = 10, MESSAGES = 1 << 20 };

static struct times {
  int64_t answered, receipted;
} messages[MESSAGES];
static struct histogram sent, delivered;

int64_t number_of(const char *text, size_t length) {
  if (length < DIGITS) return -1;
  int64_t number = 0;
  for (int i = 0; i < DIGITS; i++) {
    if (text[i] < '0' || text[i] > '9') return -1;
    number = 10 * number + (text[i] - '0');
  }
  return number;
}

void note_answer(int64_t number, int64_t now) {
  if (number >= 0) messages[number % MESSAGES].answered = now;
}

void note_receipt(int64_t number, int64_t now) {
  if (number >= 0) messages[number % MESSAGES].receipted = now;
}

/* A repeated report counts once. */
static void note_since(struct histogram *histogram, int64_t *since, int64_t now) {
  if (*since != 0) note(histogram, (now - *since) / 1000);
  *since = 0;
}

void note_report(const char *request, size_t length, int64_t now) {
  static const char path[] = "POST /";
  size_t skipped = sizeof path - 1;
  if (length < skipped || memcmp(request, path, skipped) != 0) return;
  int64_t number = number_of(request + skipped, length - skipped);
  if (number < 0) return;
  struct times *times = &messages[number % MESSAGES];
  if (memmem(request, length, "\"SENT\"", 6) != NULL) note_since(&sent, &times->answered, now);
  else if (memmem(request, length, "\"DELIVERED\"", 11) != NULL) note_since(&delivered, &times->receipted, now);
}

static int say(char *into, size_t size, const char *name, const struct histogram *times) {
  return snprintf(into, size, "\"%s\":{\"count\":%" PRIu64 ",\"p50\":%.3f,\"p99\":%.3f}", name, times->count,
                  (double)percentile(times, 0.5) / 1e3, (double)percentile(times, 0.99) / 1e3);
}

void say_times(char *into, size_t size) {
  char first[128], second[128];
  say(first, sizeof first, "sent", &sent);
  say(second, sizeof second, "delivered", &delivered);
  snprintf(into, size, "{%s,%s}", first, second);
  memset(&sent, 0, sizeof sent);
  memset(&delivered, 0, sizeof delivered);
}

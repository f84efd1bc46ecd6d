#include "request.h"

#include <stdlib.h>
#include <string.h>

#include "http.h"

#define MARKER "@N@"
enum { DIGITS = 10, MARKER_LENGTH = sizeof MARKER - 1, FIELD_SIZE = 48 };

static _Noreturn void refuse(const char *why) {
  fprintf(stderr, "the request on standard input %s\n", why);
  exit(2);
}

static void add(struct request *request, const char *bytes, size_t length) {
  if (length > REQUEST_SIZE - request->length) refuse("is too long");
  memcpy(request->bytes + request->length, bytes, length);
  request->length += length;
}

static void add_number(struct request *request) {
  if (request->marker_count == MAX_MARKERS) refuse("has too many markers");
  request->markers[request->marker_count++] = request->length;
  add(request, "0000000000", DIGITS);
}

/* Copies the request, with space for the number in place of each marker. */
static void add_marked(struct request *request, const char *bytes, size_t length) {
  const char *end = bytes + length, *marker;
  while ((marker = memmem(bytes, (size_t)(end - bytes), MARKER, MARKER_LENGTH)) != NULL) {
    add(request, bytes, (size_t)(marker - bytes));
    add_number(request);
    bytes = marker + MARKER_LENGTH;
  }
  add(request, bytes, (size_t)(end - bytes));
}

static size_t marked_length(const char *bytes, size_t length) {
  size_t result = length;
  const char *end = bytes + length;
  while ((bytes = memmem(bytes, (size_t)(end - bytes), MARKER, MARKER_LENGTH)) != NULL) {
    result += DIGITS - MARKER_LENGTH;
    bytes += MARKER_LENGTH;
  }
  return result;
}

void prepare(struct request *request, FILE *file) {
  static char given[REQUEST_SIZE];
  size_t length = fread(given, 1, sizeof given, file);
  size_t head = head_length(given, length);
  if (head == 0) refuse("has no empty line behind its head");
  if (length == sizeof given) refuse("is too long");
  request->length = request->marker_count = 0;
  add_marked(request, given, head - 2);
  if (length > head) {
    char field[FIELD_SIZE];
    int size = snprintf(field, sizeof field, "Content-Length: %zu\r\n", marked_length(given + head, length - head));
    add(request, field, (size_t)size);
  }
  add(request, "\r\n", 2);
  add_marked(request, given + head, length - head);
}

void set_number(struct request *request, uint64_t number) {
  char digits[DIGITS];
  for (int i = DIGITS - 1; i >= 0; i--, number /= 10) digits[i] = (char)('0' + number % 10);
  for (size_t i = 0; i < request->marker_count; i++) memcpy(request->bytes + request->markers[i], digits, DIGITS);
}

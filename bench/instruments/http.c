#include "http.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

size_t head_length(const char *bytes, size_t length) {
  const char *end = memmem(bytes, length, "\r\n\r\n", 4);
  return end == NULL ? 0 : (size_t)(end - bytes) + 4;
}

const char *find_field(const char *head, size_t length, const char *name) {
  size_t name_length = strlen(name);
  const char *end = head + length;
  const char *line = head;
  while ((line = memchr(line, '\n', (size_t)(end - line))) != NULL) {
    line++;
    if ((size_t)(end - line) <= name_length) return NULL;
    if (line[name_length] != ':' || strncasecmp(line, name, name_length) != 0) continue;
    line += name_length + 1;
    while (*line == ' ' || *line == '\t') line++;
    return line;
  }
  return NULL;
}

size_t content_length(const char *head, size_t length) {
  const char *value = find_field(head, length, "content-length");
  if (value == NULL) return 0;
  size_t number = 0;
  while (*value >= '0' && *value <= '9' && number < SIZE_MAX / 100) number = 10 * number + (size_t)(*value++ - '0');
  return *value == '\r' ? number : SIZE_MAX / 2;
}

bool closes_after(const char *head, size_t length) {
  const char *value = find_field(head, length, "connection");
  if (value != NULL) return strncasecmp(value, "close", 5) == 0;
  /* HTTP/1.0 closes the connection unless keep-alive was negotiated. */
  const char *line_end = memchr(head, '\r', length);
  return line_end != NULL && line_end - head >= 8 &&
         (memcmp(line_end - 8, "HTTP/1.0", 8) == 0 || memcmp(head, "HTTP/1.0", 8) == 0);
}

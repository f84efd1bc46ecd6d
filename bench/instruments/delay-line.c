#include <stdlib.h>

#include "message.h"
#include "program.h"

enum { AT_FIRST = 4096 };

static struct message *at(const struct delay_line *line, size_t place) {
  return &line->ring[(line->first + place) % line->capacity];
}

static void grow(struct delay_line *line) {
  struct delay_line larger = *line;
  larger.capacity = line->capacity == 0 ? AT_FIRST : 2 * line->capacity;
  larger.first = 0;
  larger.ring = malloc(larger.capacity * sizeof *larger.ring);
  if (larger.ring == NULL) fail("memory for messages");
  for (size_t place = 0; place < line->count; place++) larger.ring[place] = *at(line, place);
  free(line->ring);
  *line = larger;
}

void put(struct delay_line *line, const struct message *message, int64_t now) {
  if (line->count == line->capacity) grow(line);
  struct message *last = at(line, line->count++);
  *last = *message;
  last->due = now + line->delay;
}

const struct message *due(const struct delay_line *line, int64_t now) {
  return line->count > 0 && at(line, 0)->due <= now ? at(line, 0) : NULL;
}

void drop(struct delay_line *line) {
  line->first = (line->first + 1) % line->capacity;
  line->count--;
}

int64_t next_due(const struct delay_line *line) {
  return line->count > 0 ? at(line, 0)->due : -1;
}

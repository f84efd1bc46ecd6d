#include "pdu.h"

#include <string.h>

static uint32_t number_at(const uint8_t *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

struct header read_header(const uint8_t *bytes) {
  return (struct header){number_at(bytes), number_at(bytes + 4), number_at(bytes + 8), number_at(bytes + 12)};
}

uint8_t read_octet(struct reader *reader) {
  if (reader->at == reader->end) reader->is_broken = true;
  return reader->is_broken ? 0 : *reader->at++;
}

/* The number of characters before the NUL; 0 if the NUL is missing. */
static size_t text_length(struct reader *reader, size_t size) {
  size_t left = (size_t)(reader->end - reader->at);
  const uint8_t *nul = memchr(reader->at, 0, left < size ? left : size);
  if (nul == NULL) reader->is_broken = true;
  return reader->is_broken ? 0 : (size_t)(nul - reader->at);
}

void read_text(struct reader *reader, char *into, size_t size) {
  size_t length = text_length(reader, size);
  memcpy(into, reader->at, length);
  into[length] = '\0';
  if (!reader->is_broken) reader->at += length + 1;
}

void skip_text(struct reader *reader, size_t size) {
  size_t length = text_length(reader, size);
  if (!reader->is_broken) reader->at += length + 1;
}

static void write_number(uint8_t *bytes, uint32_t number) {
  for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(number >> (24 - 8 * i));
}

void begin(struct writer *writer, uint32_t command, uint32_t status, uint32_t sequence) {
  write_number(writer->bytes + 4, command);
  write_number(writer->bytes + 8, status);
  write_number(writer->bytes + 12, sequence);
  writer->length = HEADER;
}

void write_octet(struct writer *writer, uint8_t octet) {
  write_octets(writer, &octet, 1);
}

/* Every field written here is far shorter than the buffer; one that would not fit is omitted instead of written past the end. */
void write_octets(struct writer *writer, const void *octets, size_t length) {
  if (length > PDU_SIZE - writer->length) return;
  memcpy(writer->bytes + writer->length, octets, length);
  writer->length += length;
}

void write_text(struct writer *writer, const char *text) {
  write_octets(writer, text, strlen(text) + 1);
}

void write_parameter(struct writer *writer, uint16_t tag, const void *value, size_t length) {
  uint8_t head[] = {(uint8_t)(tag >> 8), (uint8_t)tag, (uint8_t)(length >> 8), (uint8_t)length};
  write_octets(writer, head, sizeof head);
  write_octets(writer, value, length);
}

void finish(struct writer *writer, struct connection *connection) {
  write_number(writer->bytes, (uint32_t)writer->length);
  append(connection, writer->bytes, writer->length);
}

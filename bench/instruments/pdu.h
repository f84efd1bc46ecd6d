/* Reading and writing PDUs of SMPP 3.4. */
#ifndef PDU_H
#define PDU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "connections.h"

enum { HEADER = 16 };

/* The commands of this SMSC; a response is the command with the highest bit set. */
enum {
  BIND_RECEIVER = 0x01,
  BIND_TRANSMITTER = 0x02,
  SUBMIT_SM = 0x04,
  DELIVER_SM = 0x05,
  UNBIND = 0x06,
  BIND_TRANSCEIVER = 0x09,
  ENQUIRE_LINK = 0x15,
};
#define RESPONSE UINT32_C(0x80000000)
#define GENERIC_NACK RESPONSE

enum {
  ESME_ROK = 0x00,
  ESME_RINVCMDLEN = 0x02,
  ESME_RINVCMDID = 0x03,
  ESME_RINVBNDSTS = 0x04,
  ESME_RALYBND = 0x05,
  ESME_RINVPARLEN = 0xc2,
};

struct header {
  uint32_t length, command, status, sequence;
};

struct header read_header(const uint8_t *bytes);

/* Reads field by field. After a field that does not fit, the reader is marked broken and reads zeros. */
struct reader {
  const uint8_t *at, *end;
  bool is_broken;
};

uint8_t read_octet(struct reader *);
/* A C-octet string of less than `size` characters. */
void read_text(struct reader *, char *into, size_t size);
void skip_text(struct reader *, size_t size);

/* Composes one PDU; `length` is the number of bytes written. */
enum { PDU_SIZE = 512 };
struct writer {
  size_t length;
  uint8_t bytes[PDU_SIZE];
};

void begin(struct writer *, uint32_t command, uint32_t status, uint32_t sequence);
void write_octet(struct writer *, uint8_t);
void write_octets(struct writer *, const void *, size_t length);
void write_text(struct writer *, const char *);
/* An optional parameter. */
void write_parameter(struct writer *, uint16_t tag, const void *, size_t length);
/* Fills in the length and appends the PDU to the connection. */
void finish(struct writer *, struct connection *);

#endif

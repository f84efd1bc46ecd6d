#include "receipt.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { MESSAGE_STATE = 0x0427, RECEIPTED_MESSAGE_ID = 0x001e, DELIVERED = 2, SMSC_RECEIPT = 0x04 };

/* YYMMDDhhmm; formatted again only when the minute changes. */
static const char *minute_of(time_t time) {
  static time_t written = -1;
  static char text[16];
  if (time / 60 != written) {
    struct tm parts;
    written = time / 60;
    gmtime_r(&time, &parts);
    strftime(text, sizeof text, "%y%m%d%H%M", &parts);
  }
  return text;
}

/* SMPP 3.4, appendix B. Returns the length. */
static uint8_t receipt_text(const struct message *message, const char *id, char *text, size_t size) {
  char submitted[16];
  snprintf(submitted, sizeof submitted, "%s", minute_of(message->submitted));
  int length = snprintf(text, size, "id:%s sub:001 dlvrd:001 submit date:%s done date:%s stat:DELIVRD err:000 text:", id,
                        submitted, minute_of(time(NULL)));
  return (uint8_t)length;
}

static void write_address(struct writer *writer, const struct address *address) {
  write_octet(writer, address->ton);
  write_octet(writer, address->npi);
  write_text(writer, address->digits);
}

/* Sent back to the origin of the message, so the addresses are swapped. */
void write_receipt(struct writer *writer, const struct message *message) {
  char id[24], text[192];
  snprintf(id, sizeof id, "%" PRIu64, message->id);
  uint8_t length = receipt_text(message, id, text, sizeof text);
  begin(writer, DELIVER_SM, ESME_ROK, message->sequence);
  write_text(writer, "");
  write_address(writer, &message->destination);
  write_address(writer, &message->source);
  const uint8_t classes[] = {SMSC_RECEIPT, 0, 0}, rest[] = {0, 0, 0, 0};
  write_octets(writer, classes, sizeof classes);
  write_text(writer, "");
  write_text(writer, "");
  write_octets(writer, rest, sizeof rest);
  write_octet(writer, length);
  write_octets(writer, text, length);
  const uint8_t state = DELIVERED;
  write_parameter(writer, RECEIPTED_MESSAGE_ID, id, strlen(id) + 1);
  write_parameter(writer, MESSAGE_STATE, &state, sizeof state);
}

#include "smsc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "pdu.h"
#include "program.h"
#include "receipt.h"
#include "report-times.h"

enum {
  /* Unanswered receipts per connection. */
  RECEIPT_WINDOW = 512,
  MAX_RECEIVERS = 1024,
};

/* A client, identified by its bind. */
struct esme {
  bool transmits, receives;
  char system_id[16];
  uint32_t sequence;
  /* By sequence number; a slot with an id is in use. */
  struct message in_flight[RECEIPT_WINDOW];
};

struct smsc_counts smsc_counts;

static struct delay_line answers, receipts;
/* Receipts that were refused, were lost with their connection, or have no bound client. */
static struct delay_line repeats = {.delay = SECOND};
static bool is_blocked;
static uint64_t last_id;
static struct connection *receivers[MAX_RECEIVERS];
static size_t receiver_count;

void set_answer_delay(int64_t delay) {
  answers.delay = delay;
}

void set_receipt_delay(int64_t delay) {
  receipts.delay = delay;
}

static void respond(struct connection *connection, const struct header *request, uint32_t status) {
  struct writer writer;
  begin(&writer, request->command | RESPONSE, status, request->sequence);
  finish(&writer, connection);
}

static void nack(struct connection *connection, const struct header *request, uint32_t status) {
  struct writer writer;
  begin(&writer, GENERIC_NACK, status, request->sequence);
  finish(&writer, connection);
}

static void on_bind(struct connection *connection, const struct header *request, struct reader *body) {
  struct esme *esme = connection->state;
  if (esme->transmits || esme->receives) {
    respond(connection, request, ESME_RALYBND);
    return;
  }
  bool receives = request->command != BIND_TRANSMITTER;
  read_text(body, esme->system_id, sizeof esme->system_id);
  if (body->is_broken || (receives && receiver_count == MAX_RECEIVERS)) {
    respond(connection, request, ESME_RINVPARLEN);
    return;
  }
  esme->transmits = request->command != BIND_RECEIVER;
  esme->receives = receives;
  if (receives) receivers[receiver_count++] = connection;
  smsc_counts.binds++;
  struct writer writer;
  begin(&writer, request->command | RESPONSE, ESME_ROK, request->sequence);
  write_text(&writer, "peer");
  finish(&writer, connection);
}

static void read_address(struct reader *body, struct address *address) {
  address->ton = read_octet(body);
  address->npi = read_octet(body);
  read_text(body, address->digits, sizeof address->digits);
}

/* SMPP 3.4, section 4.4.1, up to the text; the lowest bit of registered_delivery requests the receipt of a delivery. */
static void read_submit(struct reader *body, struct message *message) {
  skip_text(body, 6);
  read_address(body, &message->source);
  read_address(body, &message->destination);
  for (int i = 0; i < 3; i++) read_octet(body);
  skip_text(body, 17);
  skip_text(body, 17);
  message->wants_receipt = read_octet(body) & 1;
  for (int i = 0; i < 3; i++) read_octet(body);
  size_t length = read_octet(body), left = (size_t)(body->end - body->at);
  message->number = number_of((const char *)body->at, length < left ? length : left);
}

/* The receipt always follows the response. */
static void answer(struct connection *connection, const struct message *message, int64_t now) {
  struct writer writer;
  char id[24];
  snprintf(id, sizeof id, "%" PRIu64, message->id);
  begin(&writer, SUBMIT_SM | RESPONSE, ESME_ROK, message->sequence);
  write_text(&writer, id);
  finish(&writer, connection);
  smsc_counts.answers++;
  note_answer(message->number, now);
  if (message->wants_receipt) put(&receipts, message, now);
}

static void on_submit(struct connection *connection, const struct header *request, struct reader *body) {
  struct esme *esme = connection->state;
  struct message message = {.sequence = request->sequence, .submitter = connection};
  read_submit(body, &message);
  if (!esme->transmits || body->is_broken) {
    respond(connection, request, body->is_broken ? ESME_RINVPARLEN : ESME_RINVBNDSTS);
    return;
  }
  int64_t now = now_ns();
  message.id = ++last_id;
  message.generation = connection->generation;
  message.submitted = time(NULL);
  memcpy(message.system_id, esme->system_id, sizeof message.system_id);
  smsc_counts.submits++;
  if (answers.delay > 0) put(&answers, &message, now);
  else answer(connection, &message, now);
}

static void on_receipt_answer(struct esme *esme, const struct header *response) {
  struct message *message = &esme->in_flight[response->sequence % RECEIPT_WINDOW];
  if (message->id == 0 || message->sequence != response->sequence) return;
  if (response->status == ESME_ROK) smsc_counts.acknowledged++;
  else put(&repeats, message, now_ns());
  message->id = 0;
}

static void on_request(struct connection *connection, const struct header *request, struct reader *body) {
  switch (request->command) {
    case BIND_RECEIVER:
    case BIND_TRANSMITTER:
    case BIND_TRANSCEIVER:
      on_bind(connection, request, body);
      return;
    case SUBMIT_SM:
      on_submit(connection, request, body);
      return;
    case ENQUIRE_LINK:
      respond(connection, request, ESME_ROK);
      return;
    case UNBIND:
      respond(connection, request, ESME_ROK);
      close_soon(connection);
      return;
    case DELIVER_SM | RESPONSE:
      on_receipt_answer(connection->state, request);
      return;
    default:
      if (!(request->command & RESPONSE)) nack(connection, request, ESME_RINVCMDID);
  }
}

static size_t take(struct connection *connection, const uint8_t *bytes, size_t length) {
  if (length < HEADER || room(connection) < PDU_SIZE) return 0;
  struct header header = read_header(bytes);
  if (header.length < HEADER || header.length > IN_SIZE) {
    nack(connection, &header, ESME_RINVCMDLEN);
    close_soon(connection);
    return length;
  }
  if (length < header.length) return 0;
  struct reader body = {.at = bytes + HEADER, .end = bytes + header.length};
  on_request(connection, &header, &body);
  return header.length;
}

static void opened(struct connection *connection) {
  if (connection->state == NULL) connection->state = calloc(1, sizeof(struct esme));
  else memset(connection->state, 0, sizeof(struct esme));
  if (connection->state == NULL) fail("memory for a client");
}

static void closed(struct connection *connection) {
  struct esme *esme = connection->state;
  int64_t now = now_ns();
  for (size_t i = 0; i < RECEIPT_WINDOW; i++)
    if (esme->in_flight[i].id != 0) put(&repeats, &esme->in_flight[i], now);
  for (size_t i = 0; i < receiver_count; i++)
    if (receivers[i] == connection) receivers[i--] = receivers[--receiver_count];
}

const struct protocol smpp = {.take = take, .opened = opened, .closed = closed};

static bool may_receive(const struct connection *connection, const struct message *message) {
  const struct esme *esme = connection->state;
  return connection->fd >= 0 && !connection->is_closing && esme->receives &&
         strcmp(esme->system_id, message->system_id) == 0;
}

static bool has_room(const struct connection *connection) {
  const struct esme *esme = connection->state;
  return room(connection) >= PDU_SIZE && esme->in_flight[(esme->sequence + 1) % RECEIPT_WINDOW].id == 0;
}

/* The connection that submitted it, or another one of the same client. NULL: there is none, or none with space. */
static struct connection *receiver_of(const struct message *message, bool *exists) {
  struct connection *submitter = message->submitter;
  bool is_there = submitter->generation == message->generation && may_receive(submitter, message);
  *exists = is_there;
  if (is_there && has_room(submitter)) return submitter;
  for (size_t i = 0; i < receiver_count; i++) {
    if (!may_receive(receivers[i], message)) continue;
    *exists = true;
    if (has_room(receivers[i])) return receivers[i];
  }
  return NULL;
}

static void deliver(struct connection *connection, const struct message *message, int64_t now) {
  struct esme *esme = connection->state;
  uint32_t sequence = ++esme->sequence;
  struct message *place = &esme->in_flight[sequence % RECEIPT_WINDOW];
  *place = *message;
  place->sequence = sequence;
  struct writer writer;
  write_receipt(&writer, place);
  finish(&writer, connection);
  note_receipt(message->number, now);
}

/* Returns whether the queue waits for a client without space. */
static bool send_receipts(struct delay_line *line, uint64_t *count, int64_t now) {
  const struct message *message;
  while ((message = due(line, now)) != NULL) {
    bool exists;
    struct connection *connection = receiver_of(message, &exists);
    if (connection == NULL && exists) return true;
    if (connection != NULL) {
      deliver(connection, message, now);
      ++*count;
    } else {
      struct message homeless = *message;
      put(&repeats, &homeless, now);
    }
    drop(line);
  }
  return false;
}

static void send_answers(int64_t now) {
  const struct message *message;
  while ((message = due(&answers, now)) != NULL) {
    struct connection *submitter = message->submitter;
    bool is_there = submitter->generation == message->generation && !submitter->is_closing;
    /* A client that does not read loses its responses: the others do not wait for it. */
    if (is_there && room(submitter) >= PDU_SIZE) answer(submitter, message, now);
    drop(&answers);
  }
}

void send_due(int64_t now) {
  send_answers(now);
  bool first = send_receipts(&receipts, &smsc_counts.receipts, now);
  bool again = send_receipts(&repeats, &smsc_counts.repeated, now);
  is_blocked = first || again;
}

static int64_t earlier(int64_t one, int64_t other) {
  if (one < 0 || other < 0) return one < 0 ? other : one;
  return one < other ? one : other;
}

int64_t next_sending(int64_t now) {
  int64_t receipt = is_blocked ? now + MILLISECOND : earlier(next_due(&receipts), next_due(&repeats));
  return earlier(next_due(&answers), receipt);
}

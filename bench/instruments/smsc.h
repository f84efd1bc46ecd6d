/*
 * An SMSC (SMPP 3.4) that accepts every bind and every message: it sends the response after one delay and, if the submit
 * requests one, the receipt after another.
 */
#ifndef SMSC_H
#define SMSC_H

#include <stdint.h>

#include "connections.h"

extern const struct protocol smpp;

struct smsc_counts {
  uint64_t binds, submits, answers, receipts, acknowledged, repeated;
};
extern struct smsc_counts smsc_counts;

void set_answer_delay(int64_t);
/* Queued receipts keep their order, so a new delay is exact only while none is queued. */
void set_receipt_delay(int64_t);

/* Sends what is due. */
void send_due(int64_t now);

/* When to send next; negative if the queue is empty. */
int64_t next_sending(int64_t now);

#endif

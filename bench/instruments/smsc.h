/*
 * An SMSC (SMPP 3.4) that lets everybody bind, takes every message, and delivers it: the answer after one delay, and after
 * another the receipt, if the submit asks for one.
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
/* Receipts that wait already keep their place, so a new delay is exact only while none waits. */
void set_receipt_delay(int64_t);

/* Sends what is due. */
void send_due(int64_t now);

/* When to send again; negative if nothing waits. */
int64_t next_sending(int64_t now);

#endif

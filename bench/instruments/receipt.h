/* The deliver_sm that reports the delivery of a message to its phone. */
#ifndef RECEIPT_H
#define RECEIPT_H

#include "message.h"
#include "pdu.h"

/* Uses the sequence number of the message, which the caller has set for this connection. */
void write_receipt(struct writer *, const struct message *);

#endif

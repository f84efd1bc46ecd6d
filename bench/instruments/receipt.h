/* The deliver_sm that tells that a message has reached its phone. */
#ifndef RECEIPT_H
#define RECEIPT_H

#include "message.h"
#include "pdu.h"

/* With the sequence number of the message, which the caller has set for this connection. */
void write_receipt(struct writer *, const struct message *);

#endif

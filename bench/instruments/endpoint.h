/*
 * A customer's HTTP endpoint that answers every request with 200. `GET /count` returns what this program has counted, `GET /times`
 * how long reports took since the last such request; `GET /receipt-delay/1000` sets the delay of receipts in milliseconds.
 */
#ifndef ENDPOINT_H
#define ENDPOINT_H

#include "connections.h"

extern const struct protocol http;

#endif

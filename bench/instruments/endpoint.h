/*
 * A customer's HTTP endpoint that responds to every request with 200. `GET /count` returns the counters of this program, `GET /times`
 * the latency of reports since the previous such request; `GET /receipt-delay/1000` sets the delay of receipts in milliseconds.
 */
#ifndef ENDPOINT_H
#define ENDPOINT_H

#include "connections.h"

extern const struct protocol http;

#endif

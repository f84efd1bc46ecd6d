/* A customer's HTTP endpoint that answers every request with 200. `GET /count` tells what this program has counted. */
#ifndef ENDPOINT_H
#define ENDPOINT_H

#include "connections.h"

extern const struct protocol http;

#endif

/*
 * Report latency of a service: from the SMSC's response to the report SENT, and from its receipt to the report DELIVERED.
 * A message is recognized by the ten digits at the start of its text, which are also the path of its report URL.
 */
#ifndef REPORT_TIMES_H
#define REPORT_TIMES_H

#include <stddef.h>
#include <stdint.h>

/* Negative if the text does not begin with ten digits. */
int64_t number_of(const char *text, size_t length);

void note_answer(int64_t number, int64_t now);
void note_receipt(int64_t number, int64_t now);

/* A complete POST with its body, as the endpoint received it. */
void note_report(const char *request, size_t length, int64_t now);

/* Percentiles since the previous call, as JSON, in milliseconds. */
void say_times(char *into, size_t size);

#endif

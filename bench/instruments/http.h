/* The subset of HTTP/1.1 that both programs read. A head ends with its empty line. */
#ifndef HTTP_H
#define HTTP_H

#include <stdbool.h>
#include <stddef.h>

/* Length including the empty line; 0 while the head is incomplete. */
size_t head_length(const char *bytes, size_t length);

/* The value of the field with this lower-case name, up to the end of its line; NULL if there is none. */
const char *find_field(const char *head, size_t length, const char *name);

/* 0 if there is none; more than any buffer holds if the value is not a number. */
size_t content_length(const char *head, size_t length);

/* Whether the client announces that it will close the connection. */
bool closes_after(const char *head, size_t length);

#endif

/*
 * The surroundings of a measured gateway: an SMSC and a customer's HTTP endpoint, in one process on one thread, cheap enough
 * that the gateway is the bottleneck.
 *
 *   peer --smpp-port 2775 --http-port 8090 --answer-delay 0 --receipt-delay 200 --gather 1
 *
 * Port 0 picks a free one. The first line on standard output lists the ports, once both are listened on. Delays are in
 * milliseconds. Input that arrives within --gather is handled together: later by up to that time, but at half the processor time.
 */
#include <stdio.h>
#include <time.h>

#include "connections.h"
#include "endpoint.h"
#include "program.h"
#include "smsc.h"

int main(int argc, char **argv) {
  long smpp_port = 0, http_port = 0, answer_delay = 0, receipt_delay = 0, gather = 0;
  const struct option_number options[] = {
      {"smpp-port", 0, 65535, &smpp_port},
      {"http-port", 0, 65535, &http_port},
      {"answer-delay", 0, 3600000, &answer_delay},
      {"receipt-delay", 0, 3600000, &receipt_delay},
      {"gather", 0, 100, &gather},
  };
  read_options(argc, argv, options, sizeof options / sizeof *options);
  end_with_parent();
  set_answer_delay(answer_delay * MILLISECOND);
  set_receipt_delay(receipt_delay * MILLISECOND);
  struct listener listeners[2];
  int smpp_bound = listen_on(&listeners[0], (int)smpp_port, &smpp);
  int http_bound = listen_on(&listeners[1], (int)http_port, &http);
  printf("{\"smppPort\":%d,\"httpPort\":%d}\n", smpp_bound, http_bound);
  fflush(stdout);
  for (;;) {
    if (gather > 0) nanosleep(&(struct timespec){.tv_nsec = gather * MILLISECOND}, NULL);
    turn(listeners, 2, next_sending(now_ns()));
    send_due(now_ns());
    flush_all();
  }
}

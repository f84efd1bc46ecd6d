/** A test file that leaves a socket, server, timer or child process behind fails. */
import { afterAll } from 'vitest';
import { endAll } from './endings.ts';
import { fault } from './faults.ts';
import { patienceMs } from './patience.ts';

/** Pipes are also database connections (local sockets); the runner has some of its own, so only more than at first count. */
const watched = ['TCPSocketWrap', 'TCPServerWrap', 'TLSWrap', 'ProcessWrap', 'UDPWrap', 'FSEventWrap', 'PipeWrap'];
const atFirst = open();

afterAll(async () => {
  const until = Date.now() + patienceMs;
  while (open().length > atFirst.length && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
  const left = open();
  for (const kind of atFirst) if (left.includes(kind)) left.splice(left.indexOf(kind), 1);
  if (left.length > 0) throw fault(`this test file leaves open: ${left.join(', ')}`);
});

// Hooks run in reverse order: before the look at what is left.
afterAll(endAll);

function open(): string[] {
  return process.getActiveResourcesInfo().filter((kind) => watched.includes(kind));
}

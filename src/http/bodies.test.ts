import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Bodies, bodyBytes, bodyLimit } from './bodies.ts';

/** One request with a body; `answered` is when its answer is written. */
function receive(bodies: Bodies, owner: string, bytes: number) {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  bodies.receive(owner, bytes, request, response);
  return { isRefused: bodies.fault(request) !== undefined, answered: () => response.emit('close') };
}

/** How many bodies of a megabyte are taken of so many. */
const taken = (bodies: Bodies, owner: string, count: number): number =>
  Array.from({ length: count }, () => receive(bodies, owner, bodyLimit)).filter(({ isRefused }) => !isRefused).length;

test('one customer has 64 MB of bodies under way, and small ones are not counted', () => {
  const bodies = new Bodies();
  expect(taken(bodies, 'a', 100)).toBe(64);
  expect(receive(bodies, 'a', 4_095).isRefused).toBe(false);
  expect(receive(bodies, 'a', 4_096).isRefused).toBe(true);
});

test('three customers who fill what is for many leave room for those who have next to none', () => {
  const bodies = new Bodies();
  for (const owner of ['a', 'b', 'c']) expect(taken(bodies, owner, 64)).toBe(64);
  expect(taken(bodies, 'd', 64)).toBe(2);
  expect(taken(bodies, 'e', 64)).toBe(2);
});

test('all together have 256 MB, however many they are', () => {
  const bodies = new Bodies();
  const counts = Array.from({ length: 200 }, (_, index) => taken(bodies, `customer ${index}`, 2));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(256);
});

test('what is answered is not counted any more', () => {
  const bodies = new Bodies();
  const first = receive(bodies, 'a', bodyLimit);
  expect(taken(bodies, 'a', 64)).toBe(63);
  first.answered();
  expect(taken(bodies, 'a', 64)).toBe(1);
});

test('a body whose length nobody says may be as long as any', () => {
  const request = new IncomingMessage(new Socket());
  request.headers['transfer-encoding'] = 'chunked';
  expect(bodyBytes(request)).toBe(bodyLimit);
});

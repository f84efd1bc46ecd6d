import { Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Pipeline } from './pipelines.ts';
import { cutUnread } from './unread.ts';

const mebibyte = 2 ** 20;

/** A connection that holds so many bytes of answers, and has taken so many. */
class Unread extends Socket {
  taken = 0;

  constructor(held: number) {
    super();
    Object.defineProperties(this, { writableLength: { value: held }, bytesWritten: { get: () => this.taken } });
  }
}

/** Connections with so many unread bytes each, which are looked after. */
function watched(...held: number[]): Unread[] {
  vi.useFakeTimers();
  const sockets = held.map((bytes) => new Unread(bytes));
  const all = new Map<Socket, Pipeline>(sockets.map((socket) => [socket, { open: new Set(), waiting: [] }]));
  const end = cutUnread({ all });
  onTestFinished(() => {
    end();
    vi.useRealTimers();
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

const cut = (sockets: Unread[]): boolean[] => sockets.map(({ destroyed }) => destroyed);

test('whoever leaves more than eight megabytes unread is cut off', () => {
  const sockets = watched(8 * mebibyte, 8 * mebibyte + 1);
  vi.advanceTimersByTime(1_000);
  expect(cut(sockets)).toEqual([false, true]);
});

test('whoever has taken nothing for half a minute is cut off, and not who takes a little', () => {
  const sockets = watched(1, 1, 0);
  for (let second = 0; second < 31; second++) {
    sockets[1]!.taken += 1;
    vi.advanceTimersByTime(1_000);
    expect(cut(sockets)).toEqual([false, false, false]);
  }
  vi.advanceTimersByTime(1_000);
  expect(cut(sockets)).toEqual([true, false, false]);
});

test('where all of them hold too much together, those that hold most are cut off first', () => {
  const sockets = watched(...Array.from({ length: 33 }, (_, index) => 8 * mebibyte - index));
  vi.advanceTimersByTime(1_000);
  expect(cut(sockets)).toEqual(sockets.map((_, index) => index === 0));
});

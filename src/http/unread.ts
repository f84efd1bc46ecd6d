import type { Socket } from 'node:net';
import type { Pipeline, Pipelines } from './pipelines.ts';

/** A client that has taken nothing of its answers for so long is gone, or wants us to keep them. */
const longestMs = 30_000;
const everyMs = 1_000;
/** Bytes of answers that one connection may leave unread; a page of a thousand has some megabytes. */
const mostOfOne = 8 * 2 ** 20;
/** The same over all connections of the process; those that hold most are cut first. */
const mostInAll = 256 * 2 ** 20;

type Writing = Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null };
type Backlog = { readonly socket: Socket; readonly bytes: number };

/** Cuts off whoever does not read its answers. Returns what ends it. */
export function cutUnread(pipelines: Pick<Pipelines, 'all'>): () => void {
  const marks = new WeakMap<Socket, { mark: string; since: number }>();
  const timer = setInterval(() => {
    const backlogs: Backlog[] = [];
    for (const [socket, pipeline] of pipelines.all) {
      const bytes = bytesOf(socket, pipeline);
      if (bytes === 0) marks.delete(socket);
      else if (bytes > mostOfOne || isStuck(socket)) socket.destroy();
      else backlogs.push({ socket, bytes });
    }
    relieve(backlogs);
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);

  function isStuck(socket: Socket): boolean {
    const mark = `${socket.bytesWritten} ${socket.writableLength} ${(socket as Writing)._handle?.writeQueueSize}`;
    const before = marks.get(socket);
    if (before?.mark === mark) return performance.now() - before.since > longestMs;
    marks.set(socket, { mark, since: performance.now() });
    return false;
  }
}

/** What waits in the connection, and in answers behind the one that is being written. */
function bytesOf(socket: Socket, { open }: Pipeline): number {
  let bytes = socket.writableLength;
  for (const response of open) if (response.socket === null) bytes += response.writableLength;
  return bytes;
}

function relieve(backlogs: Backlog[]): void {
  let total = backlogs.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= mostInAll) return;
  for (const { socket, bytes } of backlogs.sort((a, b) => b.bytes - a.bytes)) {
    if (total <= mostInAll) return;
    socket.destroy();
    total -= bytes;
  }
}

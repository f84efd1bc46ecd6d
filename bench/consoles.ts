/** Open consoles: connections that read an event stream and discard the data. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Consoles = {
  /** Since the consoles were opened. */
  readonly bytes: number;
  readonly ended: number;
  close(): Promise<void>;
};

/** Settles when every console has received its first figures. */
export async function openConsoles(port: number, path: string, header: string, count: number): Promise<Consoles> {
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${header}\r\n\r\n`;
  let bytes = 0;
  let ended = 0;
  let ready = 0;
  const sockets = Array.from({ length: count }, () => {
    let isReady = false;
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('data', (piece) => {
      bytes += piece.length;
      if (!isReady && piece.includes('event: now')) {
        isReady = true;
        ready += 1;
      }
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      ended += 1;
    });
    return socket;
  });
  for (let tries = 0; ready < count; tries++) {
    if (tries === 300) throw new Error(`${ready} of ${count} streams have begun, ${ended} have ended`);
    await sleep(100);
  }
  return {
    get bytes() {
      return bytes;
    },
    get ended() {
      return ended;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      while (ended < count) await sleep(10);
    },
  };
}

/** A way to a local port that takes time in both directions, as a network does: what either side does, the other sees later. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const delayMs = 10;

/** Resolves with the address of the far end. */
export async function farFrom(port: number): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    carry(near, far);
    carry(far, near);
    for (const socket of [near, far]) sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Bytes, the end and a reset, each as late as the other. */
function carry(from: Socket, to: Socket): void {
  const later = (act: () => void) => setTimeout(act, delayMs);
  from.setNoDelay(true);
  from.on('data', (bytes) => later(() => to.write(bytes)));
  from.on('end', () => later(() => to.end()));
  from.on('error', () => later(() => to.resetAndDestroy()));
}

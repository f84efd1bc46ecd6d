import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { write } from './broadcast.ts';

const piece = Buffer.alloc(65_536, 'x');

test('a client that does not read is disconnected, with at most 512 KiB in memory', async () => {
  const cut = Promise.withResolvers<number>();
  const server = createServer((_request, response: ServerResponse) => {
    response.writeHead(200);
    let most = 0;
    const next = () => {
      most = Math.max(most, response.writableLength);
      if (response.destroyed) cut.resolve(most);
      else {
        write(response, piece);
        setImmediate(next);
      }
    };
    next();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await cut.promise).toBeLessThanOrEqual(512 * 1_024);
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});

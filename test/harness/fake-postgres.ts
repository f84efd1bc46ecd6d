/** A server that speaks just enough of PostgreSQL's protocol to report settings, which the test chooses. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' };

/** Resolves with its URL. Every query is answered with these settings as rows of name and setting. */
export async function fakePostgres(settings: Record<string, string>): Promise<string> {
  const rows = Object.entries({ ...durable, ...settings });
  const server = createServer((socket) => converse(socket, rows));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return `postgres://hermod:secret@127.0.0.1:${(server.address() as AddressInfo).port}/anything`;
}

function converse(socket: Socket, rows: [string, string][]): void {
  const readyForQuery = message('Z', Buffer.from('I'));
  socket.on('error', () => {});
  socket.once('data', () => {
    // The start message; every user may connect.
    socket.write(Buffer.concat([message('R', int32(0)), readyForQuery]));
    socket.on('data', (data) => {
      if (data.toString('latin1', 0, 1) !== 'Q') return;
      const described = message('T', Buffer.concat([int16(2), column('name'), column('setting')]));
      const complete = message('C', Buffer.from(`SELECT ${rows.length}\0`));
      socket.write(Buffer.concat([described, ...rows.map(dataRow), complete, readyForQuery]));
    });
  });
}

function message(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
}

function column(name: string): Buffer {
  const textType = 25;
  return Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(textType), int16(-1), int32(-1), int16(0)]);
}

function dataRow(values: [string, string]): Buffer {
  const fields = values.flatMap((value) => [int32(Buffer.byteLength(value)), Buffer.from(value)]);
  return message('D', Buffer.concat([int16(values.length), ...fields]));
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

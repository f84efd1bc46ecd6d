/**
 * The name server of a run of attacks, as a process of its own: `node chaos/name-server.ts` prints its port. Everything is
 * at 127.0.0.1, each selector has a key, and what ends in dead.test is never answered.
 */
import { generateKeyPairSync } from 'node:crypto';
import { createSocket } from 'node:dgram';

const codes = { A: 1, TXT: 16 } as const;
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const key = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

const socket = createSocket('udp4');
socket.on('message', (query, peer) => {
  const { name, code, end } = question(query);
  if (name.endsWith('.dead.test')) return;
  const head = Buffer.from(query.subarray(0, end));
  const data = dataOf(name, code);
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data === undefined ? 0 : 1, 6);
  head.fill(0, 8, 12);
  socket.send(Buffer.concat(data === undefined ? [head] : [head, record(code, data)]), peer.port, peer.address);
});
socket.bind(0, '127.0.0.1', () => console.log(socket.address().port));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));

function question(query: Buffer): { name: string; code: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), code: query.readUInt16BE(at + 1), end: at + 5 };
}

function dataOf(name: string, code: number): Buffer | undefined {
  if (code === codes.A) return Buffer.from([127, 0, 0, 1]);
  return code === codes.TXT && name.includes('._domainkey.') ? text(key) : undefined;
}

function text(value: string): Buffer {
  const parts = value.match(/.{1,255}/g) ?? [];
  return Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]));
}

/** For the name of the question, for a minute. */
function record(code: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

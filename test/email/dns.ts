/** A DNS server on a loopback port, for the records that domains publish about their mail. */
import { createSocket, type RemoteInfo } from 'node:dgram';
import { afterAll } from 'vitest';

/** Records by name and type. `broken` names get SERVFAIL, `silent` names (or one type of them) no response, all others NXDOMAIN. */
export type Zone = {
  records: Record<string, string[]>;
  broken: Set<string>;
  silent: Set<string>;
};

const types: Record<number, string> = { 1: 'A', 15: 'MX', 16: 'TXT', 28: 'AAAA' };

/** Resolves with its address in the format of HERMOD_DNS_SERVERS. The zone may be changed while it runs. */
export async function dnsServer(records: Zone['records']): Promise<{ address: string; zone: Zone; asked: string[] }> {
  const zone: Zone = { records, broken: new Set(), silent: new Set() };
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query: Buffer, peer: RemoteInfo) => {
    const { name, type, end } = question(query);
    asked.push(`${name} ${type}`);
    if (zone.silent.has(name) || zone.silent.has(`${name} ${type}`)) return;
    socket.send(answer(query.subarray(0, end), zone, name, type), peer.port, peer.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  afterAll(() => new Promise<void>((resolve) => socket.close(() => resolve())));
  return { address: `127.0.0.1:${socket.address().port}`, zone, asked };
}

function question(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = query.readUInt16BE(at + 1);
  return { name: labels.join('.').toLowerCase(), type: types[code] ?? `${code}`, end: at + 5 };
}

function answer(head: Buffer, zone: Zone, name: string, type: string): Buffer {
  const found = zone.records[`${name} ${type}`] ?? [];
  const exists = Object.keys(zone.records).some((key) => key.startsWith(`${name} `));
  const code = zone.broken.has(name) ? 2 : exists ? 0 : 3;
  const header = Buffer.from(head);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(code === 0 ? found.length : 0, 6);
  header.fill(0, 8, 12);
  return Buffer.concat([header, ...(code === 0 ? found : []).map((value) => record(type, value))]);
}

function record(type: string, value: string): Buffer {
  const data = type === 'TXT' ? text(value) : Buffer.from(value.split('.').map(Number));
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0); // the name of the question
  head.writeUInt16BE(Number(Object.entries(types).find(([, name]) => name === type)![0]), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function text(value: string): Buffer {
  const parts = value.match(/.{1,255}/gs) ?? [''];
  return Buffer.concat(parts.flatMap((part) => [Buffer.from([part.length]), Buffer.from(part, 'latin1')]));
}

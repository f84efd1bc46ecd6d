import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Tls } from '../../config/tls.ts';

/**
 * A certificate for one process; mail servers do not check its signer. Node makes none, so the few fields are encoded here (X.509, DER).
 */
export function selfSigned(name: string, now: number): Tls {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(objectId('2a8648ce3d040302')); // ecdsa-with-SHA256
  const names = sequence(tlv(0x31, sequence(objectId('550403'), tlv(0x0c, Buffer.from(name)))));
  const alternative = sequence(objectId('551d11'), tlv(0x04, sequence(tlv(0x82, Buffer.from(name)))));
  const body = sequence(
    tlv(0xa0, integer(Buffer.from([2]))), // version 3
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    names,
    sequence(time(now - dayMs), time(now + 3_650 * dayMs)),
    names,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(alternative)),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(body, algorithm, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = certificate.toString('base64').match(/.{1,64}/g)!;
  return {
    cert: Buffer.from(`-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`),
    key: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

const dayMs = 24 * 3_600_000;

function tlv(tag: number, value: Buffer): Buffer {
  const size = value.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), value]);
}

const sequence = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts));
const integer = (bytes: Buffer) => tlv(0x02, bytes);
const objectId = (hex: string) => tlv(0x06, Buffer.from(hex, 'hex'));

function time(milliseconds: number): Buffer {
  const digits = new Date(milliseconds).toISOString().replace(/\D/g, '').slice(0, 14);
  return tlv(0x18, Buffer.from(`${digits}Z`));
}

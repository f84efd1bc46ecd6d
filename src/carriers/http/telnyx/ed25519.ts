import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** What stands in front of the 32 octets of a key in DER (RFC 8410). */
const derHead = Buffer.from('302a300506032b6570032100', 'hex');
const keyBytes = 32;
const signatureBytes = 64;

export const isPublicKey = (base64: string): boolean => Buffer.from(base64, 'base64').length === keyBytes;

export function isEd25519(data: Buffer, signature: string, publicKey: string): boolean {
  const given = Buffer.from(signature.slice(0, 200), 'base64');
  if (given.length !== signatureBytes || !isPublicKey(publicKey)) return false;
  return verify(null, data, keyOf(publicKey), given);
}

function keyOf(base64: string): KeyObject {
  return createPublicKey({ key: Buffer.concat([derHead, Buffer.from(base64, 'base64')]), format: 'der', type: 'spki' });
}

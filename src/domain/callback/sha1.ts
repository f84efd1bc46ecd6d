/**
 * HMAC-SHA1 without storing the key. HMAC first hashes a block made from the key; the hash state after that block is enough to sign
 * with and does not reveal the key. So a token that is stored only as a hash can still sign. Node's hash cannot start from a given
 * state, hence this implementation; tests compare it with Node's.
 */
const blockBytes = 64;
const digestBytes = 20;
const start = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);

/** The state that signs for this token, as text. It cannot be used to log in. */
export function signingKey(token: string): string {
  const bytes = Buffer.from(token);
  if (bytes.length > blockBytes) throw new RangeError(`a token has at most ${blockBytes} bytes`);
  return Buffer.concat([stateBehind(bytes, 0x36), stateBehind(bytes, 0x5c)].map(bytesOf)).toString('base64url');
}

/** HMAC-SHA1 in base64, signed with a `signingKey`. */
export function signWith(key: string, text: string): string {
  const states = Buffer.from(key, 'base64url');
  if (states.length !== 2 * digestBytes) throw new RangeError('the signing key is cut');
  const inner = finish(stateOf(states.subarray(0, digestBytes)), Buffer.from(text));
  return finish(stateOf(states.subarray(digestBytes)), inner).toString('base64');
}

function stateBehind(key: Buffer, pad: number): Uint32Array {
  const block = Buffer.alloc(blockBytes, pad);
  for (const [at, byte] of key.entries()) block[at] = byte ^ pad;
  const state = start.slice();
  compress(state, block, 0);
  return state;
}

/** Completes the hash of a message whose first block has been hashed. */
function finish(state: Uint32Array, rest: Buffer): Buffer {
  const blocks = Math.ceil((rest.length + 9) / blockBytes);
  const padded = Buffer.alloc(blocks * blockBytes);
  rest.copy(padded);
  padded[rest.length] = 0x80;
  padded.writeBigUInt64BE(BigInt(blockBytes + rest.length) * 8n, padded.length - 8);
  for (let at = 0; at < padded.length; at += blockBytes) compress(state, padded, at);
  return bytesOf(state);
}

function bytesOf(state: Uint32Array): Buffer {
  const bytes = Buffer.alloc(digestBytes);
  for (const [at, word] of state.entries()) bytes.writeUInt32BE(word, at * 4);
  return bytes;
}

const stateOf = (bytes: Buffer): Uint32Array => Uint32Array.from(start, (_, at) => bytes.readUInt32BE(at * 4));

const words = new Uint32Array(80);
const turned = (word: number, by: number): number => (word << by) | (word >>> (32 - by));

/** FIPS 180-4, 6.1.2. */
function compress(state: Uint32Array, block: Buffer, from: number): void {
  for (let at = 0; at < 16; at++) words[at] = block.readUInt32BE(from + at * 4);
  for (let at = 16; at < 80; at++)
    words[at] = turned(words[at - 3]! ^ words[at - 8]! ^ words[at - 14]! ^ words[at - 16]!, 1);
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
  for (let at = 0; at < 80; at++) {
    const [mixed, constant] = roundOf(at, b, c, d);
    const next = (turned(a, 5) + mixed + e + constant + words[at]!) >>> 0;
    [a, b, c, d, e] = [next, a, turned(b, 30) >>> 0, c, d];
  }
  for (const [at, word] of [a, b, c, d, e].entries()) state[at]! += word;
}

function roundOf(at: number, b: number, c: number, d: number): [mixed: number, constant: number] {
  if (at < 20) return [(b & c) | (~b & d), 0x5a827999];
  if (at < 40) return [b ^ c ^ d, 0x6ed9eba1];
  if (at < 60) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}

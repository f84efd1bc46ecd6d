/** Seven bits a character, packed into octets from the lowest bit up (3GPP TS 23.038, 6.1.2). */

const CR = 0x0d;

/** Bits to leave empty behind a user data header, so that the text starts on a septet border. */
export const fillBits = (headerOctets: number): number => (7 - ((headerOctets * 8) % 7)) % 7;

export function pack(septets: Uint8Array, fill = 0): Buffer {
  const bits = fill + septets.length * 7;
  const octets = Buffer.alloc(Math.ceil(bits / 8));
  for (let i = 0; i < septets.length; i++) put(octets, fill + i * 7, septets[i]! & 0x7f);
  // Seven bits to spare would read as one more `@`; 23.038 fills them with a carriage return.
  if (octets.length * 8 - bits === 7) put(octets, bits, CR);
  return octets;
}

function put(octets: Buffer, bit: number, septet: number): void {
  const at = bit >> 3;
  const shifted = septet << (bit & 7);
  octets[at] = octets[at]! | (shifted & 0xff);
  if (shifted > 0xff) octets[at + 1] = shifted >> 8;
}

export function unpack(octets: Uint8Array, fill = 0): Buffer {
  const count = Math.max(0, Math.floor((octets.length * 8 - fill) / 7));
  const septets = Buffer.alloc(count);
  for (let i = 0; i < count; i++) septets[i] = take(octets, fill + i * 7);
  const endsOnBorder = fill + count * 7 === octets.length * 8;
  return endsOnBorder && septets[count - 1] === CR ? septets.subarray(0, -1) : septets;
}

function take(octets: Uint8Array, bit: number): number {
  const at = bit >> 3;
  return ((((octets[at + 1] ?? 0) << 8) | octets[at]!) >> (bit & 7)) & 0x7f;
}

/** Reads a body of at most `most` bytes; returns undefined if it is larger. The size of a body is not trusted. */
export async function bytesOf(
  chunks: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > most) return undefined;
    kept.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of kept) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

export function isStream(value: unknown): value is AsyncIterable<Uint8Array> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

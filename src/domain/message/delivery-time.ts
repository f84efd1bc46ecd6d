/** Bucket b holds delivery times from 10^(b/20) s up to the next bucket: 12 % wide, 20 per power of ten. */
export const bucketsPerDecade = 20;
/** Shorter times are measurement errors between two clocks. */
export const shortestSeconds = 0.01;

export type Bucket = { readonly bucket: number; readonly messages: number };

const edgeOf = (bucket: number): number => 10 ** (bucket / bucketsPerDecade);

/** The time in seconds within which this share (0 to 1) of the messages was delivered; undefined without messages. */
export function percentile(buckets: readonly Bucket[], share: number): number | undefined {
  const total = buckets.reduce((sum, { messages }) => sum + messages, 0);
  if (total === 0) return undefined;
  let below = 0;
  for (const { bucket, messages } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    if (messages > 0 && below + messages >= share * total) {
      const within = (share * total - below) / messages;
      return edgeOf(bucket) + (edgeOf(bucket + 1) - edgeOf(bucket)) * within;
    }
    below += messages;
  }
  return undefined;
}

/** Bucket b holds delivery times from 10^(b/20) seconds up to the next one's: 12 % wide, 20 for each power of ten. */
export const bucketsPerDecade = 20;
/** Nothing is faster; what seems to be was timed by two clocks. */
export const shortestSeconds = 0.01;

export type Bucket = { readonly bucket: number; readonly messages: number };

const edgeOf = (bucket: number): number => 10 ** (bucket / bucketsPerDecade);

/** The time within which this share (0 to 1) of the messages was delivered, in seconds; undefined without messages. */
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

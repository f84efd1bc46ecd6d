import type { SignatureResult } from './signature.ts';

/** The built-in receiver. `.invalid` is reserved (RFC 2606) and never resolves, so the name is never that of a customer's endpoint. */
export const receiverOrigin = 'https://receiver.invalid';
export const receiverUrl = `${receiverOrigin}/`;

/** A request as the receiver got it. The body is that of the event. */
export type Received = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The outcome of the check that a receiver has to make. */
  readonly signature: SignatureResult;
};

/** The response of the receiver, which the delivery log keeps: what arrived besides the body. */
export function receiverAnswer(received: Received): string {
  return JSON.stringify(received);
}

/** The response in the delivery log; undefined for that of another endpoint. */
export function readReceiverAnswer(answer: string | undefined): Received | undefined {
  try {
    const { method, headers, signature } = JSON.parse(answer ?? '') as Received;
    return typeof method === 'string' &&
      typeof signature === 'string' &&
      headers !== null &&
      typeof headers === 'object'
      ? { method, headers, signature }
      : undefined;
  } catch {
    return undefined;
  }
}

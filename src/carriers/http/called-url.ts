import type { Account, CallbackRequest } from './provider.ts';

/**
 * The URL as the provider called it, which some sign. Behind a proxy only the operator knows it; otherwise it is what the request
 * says: whoever makes that up would still have to sign it.
 */
export function calledUrl({ target, headers }: CallbackRequest, { publicUrl }: Account): string {
  return `${publicUrl ?? `https://${headers['host'] ?? ''}`}${target}`;
}

/** Where receipts are to be sent; undefined if nobody said where we are. */
export const statusUrl = ({ publicUrl, callbackPath }: Account): string | undefined =>
  publicUrl === undefined ? undefined : `${publicUrl}${callbackPath}/status`;

/** What a key grants. No expiry: null. Empty addresses: e-mails from any address may use it. */
export type KeyRights = { readonly expiresAt: Date | null; readonly allowedEmails: readonly string[] };

/** Which of the wanted rights goes beyond the own ones; undefined if none does. A right that is not wanted is not compared. */
export function beyond(
  { expiresAt, allowedEmails }: { readonly [Name in keyof KeyRights]?: KeyRights[Name] | undefined },
  own: KeyRights,
): 'later' | 'more addresses' | undefined {
  if (expiresAt !== undefined && isLater(expiresAt, own.expiresAt)) return 'later';
  if (allowedEmails === undefined || own.allowedEmails.length === 0) return undefined;
  const isWithin = allowedEmails.length > 0 && allowedEmails.every((address) => own.allowedEmails.includes(address));
  return isWithin ? undefined : 'more addresses';
}

function isLater(wanted: Date | null, own: Date | null): boolean {
  return own !== null && (wanted === null || wanted > own);
}

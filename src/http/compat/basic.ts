/** User and password of an Authorization header; undefined if there are none. */
export function basicOf(header: string | undefined): { readonly user: string; readonly password: string } | undefined {
  const encoded = /^basic ([a-z0-9+/=_-]+)$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

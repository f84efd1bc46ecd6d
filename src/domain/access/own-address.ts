/**
 * The address to redirect to if it is on this origin, otherwise the front page. `text` comes from a link, and the link's author
 * must not choose a page elsewhere. Only a URL parser knows how a browser reads it: it drops tabs and line breaks and reads `\` as
 * `/`, so `/<tab>/evil.example` is another host. The whole address is returned, because a path of this origin may begin with `//`.
 */
export function ownAddress(text: string | null | undefined, origin: string): string {
  const home = `${origin}/`;
  const url = parsed(text ?? '', home);
  // The prefix also excludes user names, and `blob:` and `filesystem:` URLs, whose origin is that of the URL inside.
  if (url === null || url.origin !== origin || !url.href.startsWith(home)) return home;
  // Redirecting to the sign-in page would loop.
  return /^\/login(\/|$)/.test(url.pathname) ? home : url.href;
}

/** `URL.parse` is not used because browsers have had it only since 2024. */
function parsed(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

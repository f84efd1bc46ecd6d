/**
 * The address to go to, if it is on this origin; its front page otherwise. `text` comes from a link, and whoever wrote the link must
 * not choose a page elsewhere. Only the URL parser knows what a browser makes of it: it drops tabs and line breaks and reads `\` as
 * `/`, so `/<tab>/evil.example` is another host. The whole address is returned, since a path of its own may begin with `//`.
 */
export function ownAddress(text: string | null | undefined, origin: string): string {
  const home = `${origin}/`;
  const url = parsed(text ?? '', home);
  // The prefix also rules out a user name, and `blob:` and `filesystem:`, whose origin is that of the URL inside.
  if (url === null || url.origin !== origin || !url.href.startsWith(home)) return home;
  // Back to the log-in would be a loop.
  return /^\/login(\/|$)/.test(url.pathname) ? home : url.href;
}

/** Not `URL.parse`, which browsers have since 2024 only. */
function parsed(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

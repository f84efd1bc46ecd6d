/** A URL as it may be shown: whoever reads it learns where it leads and under which name, not with what password. */
export function maskedUrl(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#@]*?):[^/?#]*@/i, '$1:***@');
}

/** The text in this language or, without its region, in the language alone: `sl-SI` finds `sl`. */
export function inLanguage<Text>(tag: string, find: (language: string) => Text | undefined): Text | undefined {
  const subtags = tag.split('-');
  for (let count = subtags.length; count > 0; count--) {
    const text = find(subtags.slice(0, count).join('-'));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** `sl-si` as `sl-SI`; undefined if it is not a language tag (BCP 47). */
export function canonicalLanguage(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

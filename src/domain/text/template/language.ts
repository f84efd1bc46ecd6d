/** The text in this language or, without its region, in the language alone: `sl-SI` finds `sl`. */
export function inLanguage<Text>(tag: string, find: (language: string) => Text | undefined): Text | undefined {
  const subtags = tag.split('-');
  for (let count = subtags.length; count > 0; count--) {
    const text = find(subtags.slice(0, count).join('-'));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** Language, then script, region and variants; without the extensions and private subtags of BCP 47. */
export const languageTag = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const longestTag = 35;

/** `sl-si` as `sl-SI`; undefined if it is not a language tag. */
export function canonicalLanguage(tag: string): string | undefined {
  if (tag.length > longestTag || !languageTag.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

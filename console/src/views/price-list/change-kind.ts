type Change = { before?: string; after?: string };

/** What happens to the price of a country. Only told apart, never counted with: a float is good enough. */
export function kindOf({ before, after }: Change): 'added' | 'removed' | 'dearer' | 'cheaper' {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return Number(after) > Number(before) ? 'dearer' : 'cheaper';
}

/** The service names each wrong line, one behind the other: "Nothing was imported. line 2: …; line 5: …". */
export function linesIn(text: string): string[] {
  const first = text.search(/\bline \d+: /);
  return first === -1 ? [] : text.slice(first).split(/; (?=line \d+: )/);
}

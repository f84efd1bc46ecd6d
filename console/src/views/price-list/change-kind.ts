type Change = { before?: string; after?: string };

/** What happens to the price of a country. Only compared, never calculated with: a float is good enough. */
export function kindOf({ before, after }: Change): 'added' | 'removed' | 'increased' | 'decreased' {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return Number(after) > Number(before) ? 'increased' : 'decreased';
}

/** The service lists the wrong lines in one text: "Nothing was imported. line 2: …; line 5: …". */
export function linesIn(text: string): string[] {
  const first = text.search(/\bline \d+: /);
  return first === -1 ? [] : text.slice(first).split(/; (?=line \d+: )/);
}

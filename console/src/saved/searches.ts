/** Searches for messages that a person has named. Pure: storage is in useSavedSearches. */
export type SavedSearch = {
  readonly name: string;
  /** As in the search field. */
  readonly search: string;
};

export const mostSaved = 50;
export const longestName = 60;
/** As much as the search field takes. */
export const longestSearch = 500;

/** What was stored, as far as it can be used: the storage of a browser can be edited, and older releases may have written it. */
export function savedFrom(stored: string | undefined): SavedSearch[] {
  const names = new Set<string>();
  const saved: SavedSearch[] = [];
  for (const each of listIn(stored)) {
    const { name, search } = (each ?? {}) as { name?: unknown; search?: unknown };
    if (saved.length === mostSaved) break;
    if (!isText(name, longestName) || !isText(search, longestSearch) || names.has(name)) continue;
    names.add(name);
    saved.push({ name, search });
  }
  return saved;
}

function listIn(stored: string | undefined): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(stored ?? '');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest;
}

/** In the order of their names; one of the same name is replaced. Unchanged if there are too many. */
export function withSaved(saved: readonly SavedSearch[], { name, search }: SavedSearch): readonly SavedSearch[] {
  const others = withoutSaved(saved, name);
  if (others.length >= mostSaved) return saved;
  return [...others, { name, search }].toSorted((one, other) => one.name.localeCompare(other.name));
}

export function withoutSaved(saved: readonly SavedSearch[], name: string): readonly SavedSearch[] {
  return saved.filter((each) => each.name !== name);
}

/** One of the new name is replaced. */
export function renamed(saved: readonly SavedSearch[], name: string, to: string): readonly SavedSearch[] {
  const one = saved.find((each) => each.name === name);
  return one ? withSaved(withoutSaved(saved, name), { name: to, search: one.search }) : saved;
}

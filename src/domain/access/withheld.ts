import { type Grant, grants } from './role.ts';

/**
 * What the operator's answers hold of texts and of keys, by the names of their fields: THE place where they are left out for whoever
 * may not read them. A new field that holds such a thing has to be named here; a test asks every endpoint for them.
 * `answer` is what an endpoint said, which may repeat what it was sent; `description` is that of a carrier, which may hold tokens.
 */
const fields: Record<Grant, readonly string[]> = {
  text: ['content', 'text', 'lastText', 'body', 'subject', 'headers', 'tags', 'answer'],
  keys: ['key', 'apikey', 'secret', 'keyPrefix', 'password', 'callbackPath', 'description'],
};
/** Webhooks without a text in what they tell. */
const plainKinds: readonly unknown[] = ['delivery report', 'sender status'];

/** Parameters that say whether a field is to be shown, or how far to look; they compare nothing. */
const notFilters: readonly string[] = ['content'];

/**
 * The first of these query parameters that would filter by something the caller may not read: a list that is empty or not would
 * reveal it, character by character. A parameter has the name of the field that it filters by.
 */
export function withheldFilter(names: readonly string[], may: (what: Grant) => boolean): string | undefined {
  const hidden = grants.filter((what) => !may(what)).flatMap((what) => fields[what]);
  // `prefix` as a parameter is always that of a key.
  const all = may('keys') ? hidden : [...hidden, 'prefix'];
  return names.find((name) => all.includes(name) && !notFilters.includes(name));
}

/** A copy of an answer without what may not be read. `ownWords`: its texts are those of the service, and nobody's message. */
export function withheld(answer: unknown, may: (what: Grant) => boolean, ownWords = false): unknown {
  const hidesKeys = !may('keys');
  const hidesText = !may('text') && !ownWords;
  if (!hidesKeys && !hidesText) return answer;
  const names = new Set([...(hidesText ? fields.text : []), ...(hidesKeys ? fields.keys : [])]);
  return without(answer, (name, beside) => {
    if (name === 'payload') return hidesText && !plainKinds.includes(beside['kind']);
    // Of a key where it stands beside the key's id; elsewhere it is that of a phone number.
    if (name === 'prefix') return hidesKeys && 'keyId' in beside;
    return names.has(name);
  });
}

type Hides = (name: string, beside: Readonly<Record<string, unknown>>) => boolean;

function without(value: unknown, hides: Hides): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, hides));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const fields = value as Record<string, unknown>;
  const kept = Object.entries(fields).filter(([name]) => !hides(name, fields));
  return Object.fromEntries(kept.map(([name, part]) => [name, without(part, hides)]));
}

import { type Grant, grants } from './role.ts';

/**
 * The fields of operator API responses that hold message texts and keys. This is the only place where they are removed for
 * operators who may not read them. Add every new field of this kind here; a test checks all endpoints. `answer` is a webhook
 * endpoint's response, which may repeat the event it was sent; `description` describes a carrier, and may hold tokens.
 */
const fields: Record<Grant, readonly string[]> = {
  text: ['content', 'text', 'lastText', 'body', 'subject', 'headers', 'tags', 'answer'],
  keys: ['key', 'apikey', 'secret', 'keyPrefix', 'password', 'callbackPath', 'description'],
};
/** Webhook events without a message text. */
const plainKinds: readonly unknown[] = ['delivery report', 'sender status'];

/** Parameters that choose the fields or the depth of a search. They compare nothing, so they reveal nothing. */
const notFilters: readonly string[] = ['content'];

/**
 * The first of these query parameters that would filter by a field the caller may not read: whether the list is empty would reveal
 * the value, character by character. A parameter is named like the field it filters by.
 */
export function withheldFilter(names: readonly string[], may: (what: Grant) => boolean): string | undefined {
  const hidden = grants.filter((what) => !may(what)).flatMap((what) => fields[what]);
  // The parameter `prefix` is always the prefix of a key.
  const all = may('keys') ? hidden : [...hidden, 'prefix'];
  return names.find((name) => all.includes(name) && !notFilters.includes(name));
}

/** A copy of a response without the fields the caller may not read. `ownWords`: the texts are the service's own, not messages. */
export function withheld(answer: unknown, may: (what: Grant) => boolean, ownWords = false): unknown {
  const hidesKeys = !may('keys');
  const hidesText = !may('text') && !ownWords;
  if (!hidesKeys && !hidesText) return answer;
  const names = new Set([...(hidesText ? fields.text : []), ...(hidesKeys ? fields.keys : [])]);
  return without(answer, (name, beside) => {
    if (name === 'payload') return hidesText && !plainKinds.includes(beside['kind']);
    // Beside a key id, `prefix` is the prefix of the key; elsewhere it is that of a phone number.
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

import type { Grant } from './role.ts';

/**
 * What the operator's answers hold of texts and of keys, by the names of their fields: THE place where they are left out for whoever
 * may not read them. A new field that holds such a thing has to be named here; a test asks every endpoint for them.
 * `answer` is what an endpoint said, which may repeat what it was sent; `Message` is the text in a webhook.
 */
const fields: Record<Grant, readonly string[]> = {
  text: ['content', 'text', 'lastText', 'body', 'subject', 'headers', 'tags', 'answer', 'Message'],
  keys: ['key', 'apikey', 'secret', 'keyPrefix'],
};
/** Of a key where it stands beside the key's id; elsewhere it is that of a phone number. */
const prefix = 'prefix';

/** A copy of an answer without what may not be read. `ownWords`: its texts are those of the service, and nobody's message. */
export function withheld(answer: unknown, may: (what: Grant) => boolean, ownWords = false): unknown {
  const hidesKeys = !may('keys');
  const hidesText = !may('text') && !ownWords;
  if (!hidesKeys && !hidesText) return answer;
  const names = new Set([...(hidesText ? fields.text : []), ...(hidesKeys ? fields.keys : [])]);
  return without(answer, names, hidesKeys);
}

function without(value: unknown, names: ReadonlySet<string>, hidesKeys: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, names, hidesKeys));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const isKey = hidesKeys && 'keyId' in value;
  const kept = Object.entries(value).filter(([name]) => !names.has(name) && !(isKey && name === prefix));
  return Object.fromEntries(kept.map(([name, part]) => [name, without(part, names, hidesKeys)]));
}

import { keyHash } from '../domain/access/key.ts';
import { shown } from '../domain/access/key-mask.ts';
import { Refusal } from '../domain/errors.ts';
import type { SendRequest } from '../domain/message/send.ts';
import { firstUuid } from '../domain/uuid.ts';
import { type Preview, previewSend } from '../flows/preview.ts';
import type { Sending } from '../flows/send.ts';
import type { Runtime } from '../runtime.ts';
import { type EmailKey, findEmailKeys, type Principal } from '../store/account/keys.ts';
import { neverSent } from './read/automatic.ts';
import type { MailReader } from './read/reader.ts';
import type { Read } from './read/reading.ts';
import { TooCostly } from './read/threads.ts';
import { shared } from './receive/mail-memory.ts';
import { tagsOf } from './record.ts';
import { unreadable } from './unreadable.ts';
import { misuse } from './verify/authorise.ts';

/** What would come of a mail, with everything that could be found out on the way. The key is masked. */
export type TriedEmail = {
  readonly outcome: 'sent' | 'dropped' | 'rejected' | 'error';
  readonly reason?: string | undefined;
  /** The text that tags are read from. */
  readonly text: string;
  readonly tags: Readonly<Record<string, unknown>>;
  readonly from: readonly string[];
  /** Only these may use the key; empty: any. The proof of the From address (SPF, DKIM) is not tried. */
  readonly allowedFrom: readonly string[];
  readonly preview?: Preview | undefined;
};

export type TryEmail = (source: string | Uint8Array, asker?: Principal) => Promise<TriedEmail>;

/** In place of the key of a mail that an account tries without one: it has said already who it is. */
const spareKey = firstUuid;

/**
 * Reads a pasted mail, whole or only its text, and says what would happen. Nothing is sent, charged or stored. An account that
 * asks may leave its key out; those of others are to it like keys that nobody has.
 */
export function emailTrial(runtime: Runtime, sending: Sending, reader: MailReader): TryEmail {
  const { db } = runtime;
  return async (source, asker) => {
    const raw = typeof source === 'string' ? Buffer.from(source) : source;
    const read = await readPasted(raw, reader, asker && spareKey);
    if ('refused' in read) return { ...nothing, outcome: 'rejected', reason: read.refused };
    const { mail, reading } = read;
    const secret = 'key' in reading ? reading.key : undefined;
    const seen = {
      text: mail.text,
      tags: {},
      from: mail.from.map((address) => shown(address, longestAddress, secret)),
      allowedFrom: [],
    };
    if (reading.outcome === 'empty') return { ...seen, outcome: 'dropped', reason: 'it has no text' };
    if (reading.outcome === 'no key') return { ...seen, outcome: 'dropped', reason: 'it has no API key' };
    const request = reading.outcome === 'request' ? reading.request : undefined;
    const { apikey, ...tags } = tagsOf(reading.key, request);
    const own = reading.key === spareKey ? asker : undefined;
    const key = own ? { ...own, allowed: [] } : await keyOf(reading.key, asker);
    const known = {
      ...seen,
      tags: own ? tags : { apikey, ...tags },
      allowedFrom: key?.allowed ?? [],
    };
    if (key === undefined) return { ...known, outcome: 'dropped', reason: 'its API key is not valid' };
    // A text alone has no From.
    const misused = misuse(mail, mail.fromHeaders > 0 ? key.allowed : []);
    if (misused !== undefined) return { ...known, outcome: 'rejected', reason: misused };
    const unsent = neverSent(mail, undefined);
    if (unsent !== undefined) return { ...known, outcome: 'dropped', reason: unsent };
    if (reading.outcome === 'invalid')
      return { ...known, outcome: 'error', reason: shown(reading.detail, longestReason, secret) };
    const tried = await previewed(reading.request, (asked) => previewSend(db, sending, key, asked));
    return {
      ...known,
      ...tried,
      ...(tried.reason !== undefined && { reason: shown(tried.reason, longestReason, secret) }),
    };
  };

  async function keyOf(key: string, asker: Principal | undefined): Promise<EmailKey | undefined> {
    const [found] = await findEmailKeys(db, [keyHash(key)]);
    return asker === undefined || found?.accountId === asker.accountId ? found : undefined;
  }
}

const longestText = 65_536;
const longestAddress = 320;
const longestReason = 1_000;
const nothing = { text: '', tags: {}, from: [], allowedFrom: [] };

async function previewed(
  request: SendRequest,
  look: (request: SendRequest) => Promise<Preview>,
): Promise<Pick<TriedEmail, 'outcome' | 'reason' | 'preview'>> {
  try {
    const preview = await look(request);
    return preview.affordable
      ? { outcome: 'sent', preview }
      : { outcome: 'error', reason: new Refusal(6).message, preview };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outcome: 'error', reason: error.message };
  }
}

/** A pasted text without headers is taken for the body: it begins with a tag, or has no header line at its top. */
async function readPasted(raw: Uint8Array, reader: MailReader, spareKey: string | undefined): Promise<Read> {
  const start = Buffer.from(raw.subarray(0, 200)).toString('latin1');
  const whole = /^[\x21-\x39\x3b-\x7e]+:[ \t]?/.test(start) && !start.startsWith('#');
  const head = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n';
  try {
    const pieces = whole ? [raw] : [Buffer.from(head), raw];
    return await reader.read(pieces.map(shared), longestText, spareKey);
  } catch (error) {
    if (error instanceof TooCostly) return { refused: unreadable(error) };
    throw error;
  }
}

import { keyHash } from '../domain/access/key.ts';
import { shown } from '../domain/access/key-mask.ts';
import { noRequest } from '../domain/email2sms/request.ts';
import { Refusal } from '../domain/errors.ts';
import type { SendRequest } from '../domain/message/send.ts';
import { firstUuid } from '../domain/uuid.ts';
import { type Preview, previewSend } from '../flows/sending/preview.ts';
import type { Sending } from '../flows/sending/send.ts';
import type { Runtime } from '../runtime.ts';
import { type EmailKey, findKeys, type Principal } from '../store/account/keys.ts';
import type { MailReader } from './read/reader.ts';
import type { ReadResult } from './read/tasks.ts';
import { TooCostly } from './read/threads.ts';
import { shared } from './receive/mail-memory.ts';
import { tagsOf } from './record.ts';
import { unreadable } from './unreadable.ts';
import { senderRefusal } from './verify/sender.ts';

/** What would happen to a mail, with everything that was determined about it. The key is masked. */
export type TriedEmail = {
  readonly outcome: 'sent' | 'dropped' | 'rejected' | 'error';
  readonly reason?: string | undefined;
  /** The text that tags are read from. */
  readonly text: string;
  readonly tags: Readonly<Record<string, unknown>>;
  readonly from: readonly string[];
  /** Only these addresses may use the key; empty: any. SPF and DKIM are not checked. */
  readonly allowedFrom: readonly string[];
  readonly preview?: Preview | undefined;
};

export type TryEmail = (source: string | Uint8Array, account?: Principal) => Promise<TriedEmail>;

/** Stands for the key in a mail of an authenticated account that left its key out. */
const spareKey = firstUuid;

/**
 * Reads a pasted mail, whole or only its text, and returns what would happen. Nothing is sent, charged or stored. An account may leave
 * its key out; keys of other accounts are treated as not valid.
 */
export function emailTrial(runtime: Runtime, sending: Sending, reader: MailReader): TryEmail {
  const { db } = runtime;
  return async (source, account) => {
    const raw = typeof source === 'string' ? Buffer.from(source) : source;
    const read = await readPasted(raw, reader, account && spareKey);
    if ('refused' in read) return { ...nothing, outcome: 'rejected', reason: read.refused };
    const { mail, reading } = read;
    const secret = 'key' in reading ? reading.key : undefined;
    const seen = {
      text: mail.text,
      tags: {},
      from: mail.from.map((address) => shown(address, longestAddress, secret)),
      allowedFrom: [],
    };
    if (!('key' in reading)) return { ...seen, outcome: 'dropped', reason: noRequest[reading.outcome] };
    const request = reading.outcome === 'request' ? reading.request : undefined;
    const { apikey, ...tags } = tagsOf(reading.key, request);
    const own = reading.key === spareKey ? account : undefined;
    const key = own ? { ...own, allowed: [] } : await keyOf(reading.key, account);
    const known = {
      ...seen,
      tags: own ? tags : { apikey, ...tags },
      allowedFrom: key?.allowed ?? [],
    };
    if (key === undefined) return { ...known, outcome: 'dropped', reason: 'its API key is not valid' };
    // A pasted text alone has no From header.
    const refusal = senderRefusal(mail, mail.fromHeaders > 0 ? key.allowed : [], undefined);
    if (refusal !== undefined) return { ...known, ...refusal };
    if (reading.outcome === 'invalid')
      return { ...known, outcome: 'error', reason: shown(reading.detail, longestReason, secret) };
    const tried = await previewed(reading.request, (asked) => previewSend(db, sending, key, asked));
    return {
      ...known,
      ...tried,
      ...(tried.reason !== undefined && { reason: shown(tried.reason, longestReason, secret) }),
    };
  };

  async function keyOf(key: string, account: Principal | undefined): Promise<EmailKey | undefined> {
    const [found] = await findKeys(db, [keyHash(key)]);
    return account === undefined || found?.accountId === account.accountId ? found : undefined;
  }
}

const longestText = 65_536;
const longestAddress = 320;
const longestReason = 1_000;
const nothing = { text: '', tags: {}, from: [], allowedFrom: [] };

async function previewed(
  request: SendRequest,
  preview: (request: SendRequest) => Promise<Preview>,
): Promise<Pick<TriedEmail, 'outcome' | 'reason' | 'preview'>> {
  try {
    const found = await preview(request);
    return found.affordable
      ? { outcome: 'sent', preview: found }
      : { outcome: 'error', reason: new Refusal(6).message, preview: found };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { outcome: 'error', reason: error.message };
  }
}

/** A pasted text that begins with a tag, or without a header, is read as a body. */
async function readPasted(raw: Uint8Array, reader: MailReader, spareKey: string | undefined): Promise<ReadResult> {
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

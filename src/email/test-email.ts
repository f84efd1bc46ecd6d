import { keyHash } from '../domain/access/key.ts';
import { maskedText } from '../domain/access/key-mask.ts';
import { noRequest } from '../domain/email2sms/request.ts';
import { Refusal } from '../domain/errors.ts';
import { firstUuid } from '../domain/uuid.ts';
import { type Preview, previewSend } from '../flows/sending/preview.ts';
import type { Sending } from '../flows/sending/send.ts';
import type { Runtime } from '../runtime.ts';
import { type EmailKey, findKeys, type Principal } from '../store/account/keys.ts';
import { shared } from './incoming.ts';
import type { ReadResult } from './read/tasks.ts';
import { type MailReader, TooCostly } from './read/threads.ts';
import { tagsOf } from './record.ts';
import { senderRefusal } from './verify/sender.ts';

/** What would happen to a mail, with everything that was determined about it. The key is masked. */
type TestedEmail = {
  readonly outcome: 'sent' | 'dropped' | 'rejected' | 'error';
  readonly reason?: string | undefined;
  readonly text: string;
  readonly tags: Readonly<Record<string, unknown>>;
  readonly from: readonly string[];
  /** Only these addresses may use the key; empty: any. SPF and DKIM are not checked. */
  readonly allowedFrom: readonly string[];
  readonly preview?: Preview | undefined;
};

export type TestEmail = (source: string | Uint8Array, account?: Principal) => Promise<TestedEmail>;

/** Stands for the key in a mail of an authenticated account that left its key out. */
const spareKey = firstUuid;

const longestText = 65_536;
const longestAddress = 320;
const longestReason = 1_000;
const nothing = { text: '', tags: {}, from: [], allowedFrom: [] };

/** The result of a pasted mail; nothing is sent, charged or stored. An account may omit its key; keys of others are not valid. */
export function emailTest({ db }: Runtime, sending: Sending, reader: MailReader): TestEmail {
  return async (source, account) => {
    const raw = typeof source === 'string' ? Buffer.from(source) : source;
    const read = await readPasted(raw, reader, account && spareKey);
    if ('refused' in read) return { ...nothing, outcome: 'rejected', reason: read.refused };
    const { mail, reading } = read;
    const secret = 'key' in reading ? reading.key : undefined;
    const from = mail.from.map((address) => maskedText(address, longestAddress, secret));
    const seen = { ...nothing, text: mail.text, from };
    if (!('key' in reading)) return { ...seen, outcome: 'dropped', reason: noRequest[reading.outcome] };
    const { apikey, ...tags } = tagsOf(reading);
    const own = reading.key === spareKey ? account : undefined;
    const key = own ? { ...own, allowed: [] } : await keyOf(reading.key, account);
    const known = { ...seen, tags: own ? tags : { apikey, ...tags }, allowedFrom: key?.allowed ?? [] };
    if (key === undefined) return { ...known, outcome: 'dropped', reason: 'its API key is not valid' };
    // A pasted text alone has no From header.
    const refusal = senderRefusal(mail, mail.fromHeaders > 0 ? key.allowed : [], undefined);
    if (refusal !== undefined) return { ...known, ...refusal };
    const failed = (reason: string) =>
      ({ ...known, outcome: 'error', reason: maskedText(reason, longestReason, secret) }) as const;
    if (reading.outcome === 'invalid') return failed(reading.detail);
    try {
      const preview = await previewSend(db, sending, key, reading.request);
      return preview.affordable
        ? { ...known, outcome: 'sent', preview }
        : { ...failed(new Refusal(6).message), preview };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return failed(error.message);
    }
  };

  async function keyOf(key: string, account: Principal | undefined): Promise<EmailKey | undefined> {
    const [found] = await findKeys(db, [keyHash(key)]);
    return account === undefined || found?.accountId === account.accountId ? found : undefined;
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
    if (error instanceof TooCostly) return { refused: error.message };
    throw error;
  }
}

import type { Status } from '../message/message.ts';
import { type Reported, type ReportFormat, type ReportRequest, receiptField, urlEncoded } from './callback.ts';
import { signWith } from './sha1.ts';

type Twilio = Extract<ReportFormat, { form: 'twilio' }>;

/** Twilio's ids have 34 characters: two letters for the type and 32 hexadecimal digits. */
type SidPrefix = 'AC' | 'SM' | 'SK';
export const sidOf = (prefix: SidPrefix, id: string): string => prefix + id.replaceAll('-', '');

/** The UUID in such an id; undefined if it is not one. */
export function uuidIn(sid: string, ...prefixes: SidPrefix[]): string | undefined {
  const digits = /^[A-Z]{2}([0-9a-f]{32})$/i.exec(sid)?.[1]?.toLowerCase();
  if (digits === undefined || !prefixes.some((prefix) => sid.startsWith(prefix))) return undefined;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A form sent with POST. The signature covers the URL as the customer wrote it and the fields in alphabetical order. */
export function twilioRequest({ key }: Twilio, url: string, reported: Reported, eventId: string): ReportRequest {
  const fields = fieldsOf(reported);
  return {
    method: 'POST',
    url,
    body: urlEncoded(fields),
    headers: { 'x-twilio-signature': twilioSignature(key, url, fields), 'i-twilio-idempotency-token': eventId },
  };
}

export function twilioSignature(key: string, url: string, fields: Readonly<Record<string, string>>): string {
  const names = Object.keys(fields).sort();
  return signWith(key, url + names.map((name) => `${name}${fields[name]}`).join(''));
}

function fieldsOf(reported: Reported): Record<string, string> {
  const { messageId, accountId, destination, sender, customerReference } = reported;
  const sid = sidOf('SM', messageId);
  const status = messageStatus(reported);
  const code = errorCode(reported);
  return {
    SmsSid: sid,
    SmsStatus: status,
    MessageStatus: status,
    To: destination,
    MessageSid: sid,
    AccountSid: sidOf('AC', accountId),
    From: sender,
    ApiVersion: apiVersion,
    ...(code === undefined ? {} : { ErrorCode: `${code}` }),
    ...(customerReference === undefined ? {} : { Reference: customerReference }),
  };
}

export const apiVersion = '2010-04-01';

const unsent = { ACCEPTED: 'queued', SCHEDULED: 'queued', SENT: 'sent', DELIVERED: 'delivered', CANCELLED: 'canceled' };

/** For a message that was not delivered: `undelivered` if a carrier accepted it, otherwise `failed`. */
export function messageStatus({ status, reference }: { status: Status; reference: string | undefined }): string {
  if (status in unsent) return unsent[status as keyof typeof unsent];
  return status === 'UNKNOWN' || reference !== undefined ? 'undelivered' : 'failed';
}

const stats: Readonly<Record<string, number>> = { UNDELIV: 30003, REJECTD: 30004, EXPIRED: 30036 };
const unknownError = 30008;

/** The Twilio error code that matches the receipt best. A message that no carrier accepted in time has expired. */
export function errorCode({
  status,
  reference,
  receipt,
}: Pick<Reported, 'status' | 'reference' | 'receipt'>): number | undefined {
  if (status in unsent) return undefined;
  const stat = receiptField(receipt, 'stat')?.toUpperCase() ?? '';
  if (Object.hasOwn(stats, stat)) return stats[stat];
  return status === 'FAILED' && reference === undefined ? stats['EXPIRED'] : unknownError;
}

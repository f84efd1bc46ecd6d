import type { SendRequest } from '../../../domain/message/send.ts';
import { type Fields, international, textOf } from '../parameters.ts';
import { CompatError } from '../reply.ts';

export const refusal = (code: number, text: string): CompatError => new CompatError(text, 400, code);

export const notFound = (): CompatError => new CompatError('The requested resource was not found', 404, 20404);

export type TwilioMessage = { readonly request: SendRequest; readonly body: string };

/** A send request from the parameters of Twilio's Messages resource. `key` names the key that signs its callbacks. */
export function sendRequest(fields: Fields, key: string, validity: (seconds: number) => number): TwilioMessage {
  const to = given(fields, 'To');
  if (to === undefined) throw refusal(21604, "A 'To' phone number is required.");
  for (const name of ['MediaUrl', 'ContentSid'])
    if (given(fields, name) !== undefined) throw refusal(21620, `${name} is not supported.`);
  const sender = given(fields, 'From');
  if (sender === undefined) throw refusal(21603, "A 'From' phone number is required.");
  const body = textOf(fields, 'Body') ?? '';
  const url = given(fields, 'StatusCallback');
  const seconds = validityOf(fields);
  const scheduledTime = scheduleOf(fields);
  const request: SendRequest = {
    sender,
    destinations: [international(to)],
    message: { content: body },
    ...(url !== undefined && {
      deliveryReportUrl: url,
      callback: { form: 'twilio', key },
    }),
    ...(seconds !== undefined && { validitySeconds: validity(seconds) }),
    ...(scheduledTime !== undefined && { scheduledTime }),
  };
  return { request, body };
}

/** Whether the message has a callback, which must be signed. */
export const isCalledBack = (fields: Fields): boolean => given(fields, 'StatusCallback') !== undefined;

/** An empty parameter counts as missing. */
function given(fields: Fields, name: string): string | undefined {
  return textOf(fields, name)?.trim() || undefined;
}

const mostSeconds = 36_000;

function validityOf(fields: Fields): number | undefined {
  const text = given(fields, 'ValidityPeriod');
  if (text === undefined) return undefined;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > mostSeconds)
    throw refusal(20001, `ValidityPeriod must be a whole number from 1 to ${mostSeconds}.`);
  return seconds;
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d)$/;

/** As in Twilio, both parameters or neither; unlike there, the time may be soon. */
function scheduleOf(fields: Fields): number | undefined {
  const [type, at] = [given(fields, 'ScheduleType'), given(fields, 'SendAt')];
  if (type === undefined && at === undefined) return undefined;
  if (type !== 'fixed') throw refusal(20001, "ScheduleType must be 'fixed' where SendAt is given.");
  const time = at !== undefined && isoTime.test(at) ? Date.parse(at) : Number.NaN;
  if (Number.isNaN(time)) throw refusal(35114, 'SendAt must be an ISO 8601 time such as 2026-11-16T14:30:00Z.');
  return Math.max(0, Math.floor(time / 1_000));
}

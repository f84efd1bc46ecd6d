import { createHash } from 'node:crypto';
import type { Config } from '../config.ts';
import { errorBody, errorSubject } from '../domain/email-error.ts';
import type { SendRequest } from '../domain/send.ts';
import type { Conclusion } from '../flows/emails.ts';
import { keptHours } from '../flows/send.ts';
import { newId } from '../ids.ts';
import type { IncomingMail } from './incoming.ts';
import type { Mail } from './mime.ts';
import { storable, withoutKeys } from './record.ts';

const longestSubject = 200;

/** Why nobody is told of an error, or undefined if the sender is. A machine must never answer a machine. */
export function silenceReason(incoming: IncomingMail, mail: Mail, { emailAddress }: Config): string | undefined {
  if (incoming.envelopeFrom === '') return 'not answered, its envelope sender is empty';
  if (mail.automatic) return 'not answered, it was sent by a program or a list';
  if (mail.from.length !== 1) return 'not answered, it has no single From address';
  if (mail.from[0]!.toLowerCase() === emailAddress) return 'not answered, it comes from our own address';
  if (!isAddress(mail.from[0]!)) return 'not answered, its From address cannot be written to';
  return undefined;
}

/** It goes into an SMTP command of ours. */
function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s<>@"(),:;[\]\\\p{Cc}]+@[^\s<>@"(),:;[\]\\\p{Cc}]+$/u.test(text);
}

export function errorReply(
  config: Config,
  about: {
    emailId: string;
    accountId: string;
    name: string;
    mail: Mail;
    problem: string;
    request: SendRequest | undefined;
  },
): NonNullable<Conclusion['reply']> {
  const { serviceName, emailAddress: address } = config;
  const { emailId, accountId, name, mail, problem, request } = about;
  const subject = storable(mail.subject.replace(/\p{Cc}+/gu, ' ').trim(), longestSubject);
  // Whatever stood in the wrong place: the mail may be kept, and is sent in the clear.
  const body = storable(withoutKeys(errorBody({ serviceName, address, problem, subject, request })), 20_000);
  const textHash = createHash('sha256').update(mail.text).digest();
  return {
    mail: {
      id: newId(),
      accountId,
      kind: 'email2sms error',
      subjectId: emailId,
      recipient: mail.from[0]!,
      subject: errorSubject(serviceName),
      body,
      inReplyTo: mail.messageId === undefined ? undefined : storable(mail.messageId, 998),
    },
    reservation: {
      keyId: accountId,
      key: `error ${createHash('sha256').update(name).update(textHash).digest('hex')}`,
      requestHash: textHash,
      keptHours: keptHours.mail,
    },
  };
}

import { createHash } from 'node:crypto';
import { newId } from '../../base/ids.ts';
import type { Config } from '../../config/config.ts';
import { maskedText } from '../../domain/access/key-mask.ts';
import { errorBody, errorSubject } from '../../domain/email2sms/error.ts';
import type { SendRequest } from '../../domain/message/send.ts';
import type { Conclusion } from '../../flows/emails.ts';
import { keptHours } from '../../flows/sending/order.ts';
import { isAnswerable } from '../read/addresses.ts';
import type { Mail } from '../read/mail.ts';
import type { Admitted } from '../record.ts';
import type { Proof } from '../verify/proof.ts';

const longestSubject = 200;
const longestBody = 20_000;
/** Answers to one address per account and hour: more if its owner is proved. */
const mostAnswers = { relayed: 10, proved: 30 };

/** Why no error e-mail is sent; undefined if one is. A program must never answer a program. */
export function silenceReason(mail: Mail, key: string, { emailAddress }: Config): string | undefined {
  if (mail.automatic !== undefined) return 'not answered, it was sent by a program';
  if (mail.from.length !== 1) return 'not answered, it has no single From address';
  if (mail.from[0]!.toLowerCase() === emailAddress) return 'not answered, it comes from our own address';
  if (!isAnswerable(mail.from[0]!)) return 'not answered, its From address cannot be written to';
  if (maskedText(mail.from[0]!, 254, key, false) !== mail.from[0])
    return 'not answered, its From address holds the key';
  return undefined;
}

/** All text of others is masked before it is cut: the mail may be stored, and is sent unencrypted. */
export function errorReply(
  { serviceName, emailAddress: address }: Config,
  { record, key: { accountId }, secret: key, name, mail, textHash }: Admitted,
  problem: string,
  request: SendRequest | undefined,
  proof: Proof,
): NonNullable<Conclusion['reply']> {
  const subject = maskedText(mail.subject.replace(/\p{Cc}+/gu, ' ').trim(), longestSubject, key);
  const masked = request && masking(request, key);
  const body = maskedText(errorBody({ serviceName, address, problem, subject, request: masked }), longestBody, key);
  return {
    mail: {
      id: newId(),
      accountId,
      kind: 'email2sms error',
      subjectId: record.id,
      recipient: mail.from[0]!,
      subject: errorSubject(serviceName),
      body,
      inReplyTo: referable(mail.messageId, key),
    },
    most: proof.trusted ? mostAnswers.relayed : mostAnswers.proved,
    reservation: {
      keyId: accountId,
      key: `error ${createHash('sha256').update(name).update(textHash, 'hex').digest('hex')}`,
      requestHash: textHash,
      keptHours: keptHours.mail,
    },
  };
}

/** Numbers that are masked: more than the answer lists. The others are only counted. */
const mostNumbers = 10;

function masking(request: SendRequest, key: string): SendRequest {
  const { sender, destinations, message } = request;
  const mask = (text: string) => maskedText(text, longestSubject, key);
  return {
    ...request,
    sender: mask(sender),
    destinations: destinations.map((number, index) => (index < mostNumbers ? mask(number) : '')),
    message: { ...message, content: mask(message.content) },
  };
}

/** A well-formed Message-ID that contains nothing of the key. */
function referable(messageId: string | undefined, key: string): string | undefined {
  if (messageId === undefined || !/^<[!-;=?-~]{1,250}>$/.test(messageId)) return undefined;
  return maskedText(messageId, 998, key, false) === messageId ? messageId : undefined;
}

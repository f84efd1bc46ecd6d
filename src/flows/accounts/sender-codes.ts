import { newId } from '../../base/ids.ts';
import type { Config } from '../../config/config.ts';
import type { Db, Queryable, Transaction } from '../../database/db.ts';
import { serviceAccountId } from '../../domain/access/service-account.ts';
import { msisdn, nameFrom } from '../../domain/sender/sender.ts';
import {
  codeMail,
  codeMinutes,
  codeText,
  hashCode,
  needsOperator,
  newCode,
  waitForAll,
  waitForCode,
} from '../../domain/sender/sender-code.ts';
import { prepare } from '../../domain/text/text.ts';
import { type AccountOwner, findOwner } from '../../store/account/account.ts';
import { insertAccount } from '../../store/account/account-details.ts';
import { insertMails } from '../../store/email/mails.ts';
import { accept, lockFunds } from '../../store/message/accept.ts';
import { notifyQueue } from '../../store/message/queue.ts';
import { undecidedQueue } from '../../store/message/queues.ts';
import {
  ageOfCode,
  type CodeWay,
  codeAges,
  countWrongCodes,
  type Guessed,
  lockContact,
  replaceCode,
} from '../../store/sender/sender-codes.ts';
import { lockSender, type SenderRef, type SenderRow } from '../../store/sender/senders.ts';

/** Called before a code is sent: locks the rows that its limits and its message depend on. */
export async function lockForCode(tx: Queryable, accountId: string, type: number): Promise<AccountOwner> {
  if (type === msisdn) {
    await insertAccount(tx, { id: serviceAccountId, name: 'Service messages', currency: 'EUR' });
    // Codes by SMS are sent one at a time, so the codes of a number can be counted without further locks.
    await lockFunds(tx, [serviceAccountId, accountId]);
  } else await lockFunds(tx, [accountId]);
  const owner = await findOwner(tx, accountId);
  if (type !== msisdn) await lockContact(tx, contactOf(accountId, owner));
  return owner;
}

/** Without a contact address the account id is used, so that mails without a recipient are limited as well. */
function contactOf(accountId: string, { contactEmail }: AccountOwner): string {
  return contactEmail?.toLowerCase() ?? accountId;
}

function wayOf({ id: senderId, account_id: accountId, value, type }: Guessed, owner: AccountOwner): CodeWay {
  const recipient =
    type === msisdn
      ? { number: value, contact: undefined }
      : { number: undefined, contact: contactOf(accountId, owner) };
  return { senderId, accountId, ...recipient };
}

/** Whole seconds until another code may be sent; 0: now. Call it after `lockForCode`. */
export async function waitOf(tx: Queryable, { senderCodesPerDay }: Config, sender: Guessed, owner: AccountOwner) {
  const way = wayOf(sender, owner);
  const wait = waitForCode(await codeAges(tx, way));
  return way.number === undefined ? wait : Math.max(wait, waitForAll(await ageOfCode(tx, senderCodesPerDay)));
}

/** Whether an operator has to approve this sender because of too many wrong codes. */
export async function isBlocked(tx: Queryable, sender: Guessed): Promise<boolean> {
  return needsOperator((await countWrongCodes(tx, [sender])).get(sender.id)!);
}

/** Creates a code and sends it: by SMS to the number itself, or by e-mail to the contact of the account. */
export async function issueCode(
  tx: Transaction,
  config: Config,
  sender: SenderRow,
  owner: AccountOwner,
): Promise<void> {
  const code = newCode();
  const { id: senderId, value } = sender;
  const way = wayOf(sender, owner);
  await replaceCode(tx, { id: newId(), ...way, value, ...hashCode(senderId, code) });
  if (way.number === undefined) await writeMail(tx, config, sender, owner, code);
  else await sendMessage(tx, config, senderId, way.number, codeText(config.serviceName, way.number, code));
}

/** Without a contact, the mail is kept for the operator, who can reach the customer in another way. */
async function writeMail(
  tx: Queryable,
  config: Config,
  sender: SenderRow,
  owner: AccountOwner,
  code: string,
): Promise<void> {
  await insertMails(tx, [
    {
      id: newId(),
      accountId: sender.account_id,
      kind: 'sender code',
      subjectId: sender.id,
      recipient: owner.contactEmail ?? '(no contact e-mail)',
      ...codeMail(config.serviceName, sender, code),
      kept: owner.contactEmail === undefined,
    },
  ]);
}

async function sendMessage(
  tx: Queryable,
  { serviceName, serviceSender, validitySeconds }: Config,
  senderId: string,
  destination: string,
  content: string,
): Promise<void> {
  const prepared = prepare(content, false);
  if (!prepared.ok) throw new Error(`the text of a code is ${prepared.refusal}`);
  const { text, encoding, segments } = prepared;
  const funds = await lockFunds(tx, [serviceAccountId]);
  const { accounts } = await accept(tx, [
    {
      accountId: serviceAccountId,
      version: funds.get(serviceAccountId)!.version,
      validUntil: 'infinity',
      submissionId: newId(),
      messageIds: [newId()],
      queues: [undecidedQueue],
      plan: {
        sender: serviceSender ?? nameFrom(serviceName, 'Hermod'),
        // The sender to confirm, by which the operator finds the message.
        senderId,
        text,
        encoding,
        segments,
        scheduledTime: undefined,
        // The code expires then.
        validitySeconds: Math.min(codeMinutes * 60, validitySeconds),
        deliveryReportUrl: undefined,
        priceReport: false,
        recipients: [{ destination, country: 'SI', price: 0n }],
        total: 0n,
      },
    },
  ]);
  if (!accounts.has(serviceAccountId)) throw new Error('the message with the code was not accepted');
  // Reaches the dispatchers at the commit.
  await notifyQueue(tx);
}

/** Replaces the code by a new one, with all its tries. `waitSeconds`: another code may be sent only then. */
export function requestCode(db: Db, config: Config, ref: SenderRef) {
  return db.transaction(async (tx) => {
    const sender = await lockSender(tx, ref);
    if (sender === undefined) return 'unknown';
    if (sender.status !== 'Confirmation Pending') return { notAwaiting: sender.status };
    const owner = await lockForCode(tx, ref.accountId, sender.type);
    if (owner.status !== 'active') return 'suspended';
    if (await isBlocked(tx, sender)) return 'blocked';
    const waitSeconds = await waitOf(tx, config, sender, owner);
    if (waitSeconds > 0) return { waitSeconds };
    await issueCode(tx, config, sender, owner);
    return sender;
  });
}

/** After an erasure the number occurs nowhere in the database. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import { numberPattern } from '../../src/domain/message/erasure.ts';
import { ensureDefaultCarrier } from '../../src/flows/carriers/carriers.ts';
import { receiveInbound } from '../../src/flows/messages/inbound.ts';
import { insertMails } from '../../src/store/email/mails.ts';
import { traces } from '../../src/store/erasure/erasure-traces.ts';
import { books, idsOf, sender, type TestAccount, testAccount } from '../harness/accounts.ts';
import { operator } from '../harness/operator.ts';
import { patienceMs } from '../harness/patience.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { type Answer, testService } from '../harness/service.ts';
import { searchEverywhere, textColumns } from './dump.ts';

const service = await testService({ HERMOD_WEBHOOK_ALLOW: '127.0.0.0/8' });
const { db } = service;
const call = operator(service);
await ensureDefaultCarrier(db, 'simulator:?receipt_delay=50');
const receiver = await webhookReceiver();
const ours = '+38640111333';
const other = '+38640222333';
let used = 0;
const newNumber = () => `+38641${500_100 + used++}`;

const erase = (phoneNumber: unknown) => call({ path: '/erasures', body: { phoneNumber } });
const found = (number: string) => searchEverywhere(db, `${number.slice(1)}|${numberPattern(number)}`);
const message = async ({ key }: TestAccount, id: string) =>
  (await service.call({ path: `/v1/sms/messages/${id}`, key })).body as Record<string, unknown>;
const ended = (account: TestAccount, ids: readonly string[]) =>
  expect
    .poll(async () => Promise.all(ids.map(async (id) => (await message(account, id))['status'])), {
      timeout: patienceMs,
    })
    .toEqual(ids.map(() => 'DELIVERED'));
const inbound = (from: string, text: string) =>
  receiveInbound(db, [
    {
      carrierId: randomUUID(),
      sender: from,
      recipient: ours.slice(1),
      octets: Buffer.from(text),
      alphabet: 'ia5',
      concatenation: undefined,
    },
  ]);

test('a search through all tables finds the number before the erasure, and nothing after it', async () => {
  const number = newNumber();
  const digits = number.slice(1);
  const account = await testAccount(db, { senders: [{}, { value: ours, type: 1 }] });
  const send = sender(service, account);
  // An endpoint that repeats the number in its refusal: attempts are kept.
  receiver.answer = () => 500;
  await db.query('UPDATE senders SET inbound_url = $2 WHERE account_id = $1', [account.id, `${receiver.url}/in`]);

  const url = `${receiver.url}/report?to=${digits}`;
  const [alone] = idsOf(await send({ destinations: [number], message: { content: 'Your result is ready' } }));
  const shared = idsOf(
    await send({ destinations: [number, other], message: { content: 'Closed today' }, deliveryReportUrl: url }),
  );
  const [named] = idsOf(
    await send({
      destinations: [other],
      message: { content: `Call 0${number.slice(4, 6)} ${number.slice(6, 9)} ${number.slice(9)} or ${number}` },
    }),
  );
  await send({ destinations: [other], reference: `call ${number}` });
  await send({ destinations: [number] }, { 'idempotency-key': 'once' });
  await send({ destinations: [number] }, { 'idempotency-key': `to-${digits}` });
  const before = await books(db, account);
  const later = Math.floor(Date.now() / 1_000) + 86_400;
  const [scheduled] = idsOf(await send({ destinations: [number], scheduledTime: later }));
  await ended(account, [alone!, ...shared, named!]);
  await ended(
    account,
    (
      await db.query<{ id: string }>(`SELECT id FROM messages WHERE destination = $1 AND state <> 'SCHEDULED'`, [
        number,
      ])
    ).rows.map(({ id }) => id),
  );

  await inbound(number, 'I am ill');
  await inbound(digits, 'Still ill');
  await inbound(other, `My doctor is ${number}`);
  await db.query(
    `INSERT INTO unmatched_receipts (id, carrier_id, keys, outcome, destination, text)
     VALUES ($1, $1, ARRAY['a', 'b'], 'delivered', $2, $3)`,
    [newId(), number, `id:1 dest:${digits} stat:DELIVRD`],
  );
  await db.query(
    `INSERT INTO receipt_log (account_id, message_id, carrier_id, part, outcome, text, received_at)
     VALUES ($1, $2, $1, 1, 'delivered', $3, now())`,
    [account.id, named, `id:1 stat:DELIVRD text:Call ${number}`],
  );
  await db.query(
    `INSERT INTO inbound_parts (carrier_id, sender, recipient, reference, total, part, alphabet, octets)
     VALUES ($1, $2, $3, 1, 2, 1, 'GSM', '\\x41')`,
    [newId(), digits, ours],
  );
  await db.query(
    `INSERT INTO smpp_parts (credential_id, sender, destination, kind, reference, total, part, account_id, message_id, alphabet,
       octets, wishes) VALUES ($1, 'Shop', $2, 'udh8', 1, 2, 1, $3, $4, 'gsm', '\\x41', '{}')`,
    [newId(), number, account.id, newId()],
  );
  const gone = newId();
  await db.query(
    `INSERT INTO senders (id, account_id, value, type, channel, status, deleted_at) VALUES ($1, $2, $3, 1, 'SMS', 'Confirmed', now())`,
    [gone, account.id, number],
  );
  await db.query(
    `INSERT INTO sender_codes (id, sender_id, account_id, number, expires_at) VALUES ($1, $2, $3, $4, now())`,
    [newId(), gone, account.id, number],
  );
  await db.query(
    `INSERT INTO traffic_by_origin (starts_at, account_id, sender, key_id, accepted, waiting, sent, delivered, failed, rejected, unknown,
       cancelled, paid, spend, segments) VALUES (now(), $1, $2, $3, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0.01, 1)`,
    [account.id, number, newId()],
  );
  await db.query(
    `INSERT INTO verifications (account_id, id, number, prefix, country, most_tries, expires_at, submission_id)
     VALUES ($1, $2, $3, '+38640', 'SI', 5, now(), $2)`,
    [account.id, newId(), number],
  );
  // From a person who sent STOP to that number.
  await db.query(
    `INSERT INTO opt_outs (account_id, mark, sender, id, number, source)
     VALUES ($1, decode(repeat('ab', 32), 'hex'), $2, $3, $4, 'keyword')`,
    [account.id, number, newId(), other],
  );
  await insertMails(db, [
    {
      id: newId(),
      accountId: account.id,
      kind: 'email2sms error',
      subjectId: newId(),
      recipient: 'anna@shop.example',
      subject: 'Email2SMS – Error',
      body: `Invalid destination numbers: ${number}`,
      kept: true,
    },
  ]);
  await db.query(
    `INSERT INTO inbound_done (carrier_id, sender, recipient, reference, total, parts, done_at)
     VALUES ($1, $2, $3, 1, 2, '{}', now())`,
    [newId(), number, ours],
  );
  const { rows: asked } = await db.query<{ id: string }>('SELECT submission_id AS id FROM messages WHERE id = $1', [
    alone,
  ]);
  const mail = async (text: string, submissionId: string | null) =>
    db.query(
      `INSERT INTO emails (id, via, envelope_from, subject, headers, tags, proof, outcome, account_id, submission_id, message_ids,
         size, text)
       VALUES ($1, 'SMTP', 'anna@shop.example', $2, $3, $4, '{}', 'sent', $5, $6, '{}', 1, $7)`,
      [
        newId(),
        `SMS to ${digits}`,
        JSON.stringify([{ name: 'to', value: `${digits}@sms.example` }]),
        { destinations: [number], scheduledTime: Number(digits) },
        account.id,
        submissionId,
        text,
      ],
    );
  await mail(`${number} Your result is ready`, asked[0]!.id);
  await mail(`0${number.slice(4)}, ${other} Closed today`, null);
  // An attempt whose response is kept in the log of attempts.
  await db.query(
    `INSERT INTO webhook_attempts (account_id, event_id, attempted_at, duration_ms, answer) VALUES ($1, $2, now(), 1, $3)`,
    [account.id, newId(), `thanks for ${number}`],
  );
  await db.query('ANALYZE');
  const tables = new Set((await found(number)).map(({ table }) => table.replace(/_\d{4}_\d\d_\d\d$/, '')));
  expect([...tables]).toEqual(expect.arrayContaining(['messages', ...new Set(traces.map(({ table }) => table))]));

  const answer = await erase(number);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      cancelled: 1,
      messages: 5,
      receipts: 2,
      senders: 1,
      senderCodes: 1,
      statistics: 1,
      verifications: 1,
      mails: 1,
      emails: 2,
      answers: 2,
      webhookAttempts: 1,
    },
  });
  expect(await found(number)).toEqual([]);

  expect(await message(account, alone!)).toMatchObject({
    destination: 'erased',
    content: 'erased',
    status: 'DELIVERED',
  });
  expect(await message(account, shared[0]!)).toMatchObject({ destination: 'erased', content: 'Closed today' });
  expect(await message(account, shared[1]!)).toMatchObject({ destination: other, content: 'Closed today' });
  expect(await message(account, named!)).toMatchObject({ destination: other, content: 'Call erased or erased' });
  expect(await message(account, scheduled!)).toMatchObject({ destination: 'erased', status: 'CANCELLED' });
  expect((await books(db, account)).balance).toBe(before.balance);
  const { rows } = await db.query<{ sender: string; text: string }>(
    'SELECT sender, text FROM inbound_messages ORDER BY id',
  );
  expect(rows).toEqual([
    { sender: 'erased', text: 'erased' },
    { sender: 'erased', text: 'erased' },
    { sender: other, text: 'My doctor is erased' },
  ]);
  const receipts = async (id: string) =>
    (await db.query<{ text: string }>('SELECT text FROM receipt_log WHERE message_id = $1', [id])).rows;
  // A receipt quotes the beginning of its message.
  expect(await receipts(alone!)).toEqual([{ text: 'erased' }]);
  expect(await receipts(named!)).toContainEqual({ text: 'id:1 stat:DELIVRD text:Call erased' });
  const mails = await db.query<{ text: string | null }>('SELECT text FROM emails ORDER BY id');
  expect(mails.rows).toEqual([{ text: null }, { text: `erased, ${other} Closed today` }]);
  const again = (await send({ destinations: [number] }, { 'idempotency-key': 'once' })) as Answer;
  expect(again.body).toMatchObject({ messages: [{ destination: 'erased' }] });

  // The last other recipient is erased, so the text belongs to no recipient any more.
  await erase(other);
  expect(await message(account, shared[1]!)).toMatchObject({ destination: 'erased', content: 'erased' });
  receiver.answer = () => 200;
});

test('a second erasure finds nothing, and the audit trail does not contain the number', async () => {
  const number = newNumber();
  const account = await testAccount(db);
  await ended(account, idsOf(await sender(service, account)({ destinations: [number] })));
  expect((await erase(number)).body).toMatchObject({ messages: 1, texts: 1 });
  expect(Object.values((await erase(number)).body as object)).toEqual(expect.arrayContaining([0]));
  expect(new Set(Object.values((await erase(number)).body as object))).toEqual(new Set([0]));
  const { entries } = (await call({ path: '/audit?limit=6' })).body as {
    entries: { action: string; details: object }[];
  };
  expect(entries.map(({ action }) => action).slice(0, 2)).toEqual(['erasure end', 'erasure begin']);
  expect(entries[5]!.details).toEqual({ ending: number.slice(-2) });
  expect(entries[4]!.details).toMatchObject({ ending: number.slice(-2), messages: 1 });
});

test('a reference is erased with the last recipient, and from the reports of each; a waiting report is still delivered', async () => {
  const [number, second] = [newNumber(), newNumber()];
  const account = await testAccount(db);
  const send = sender(service, account);
  const reference = 'patient "7" \\';
  receiver.answer = ({ path }) => (path === '/failing' ? 500 : 200);
  const ids = idsOf(
    await send({ destinations: [number, second], reference, deliveryReportUrl: `${receiver.url}/taken` }),
  );
  const [late] = idsOf(await send({ destinations: [number], reference, deliveryReportUrl: `${receiver.url}/failing` }));
  await ended(account, [...ids, late!]);
  const reports = async (id: string) =>
    (
      await db.query<{ payload: string; state: string }>(
        'SELECT payload, state FROM outbox WHERE subject_id = $1 ORDER BY id',
        [id],
      )
    ).rows;
  const told = async (id: string, state: string) => {
    await expect
      .poll(async () => (await reports(id)).filter((each) => each.state === state).length, { timeout: patienceMs })
      .toBe(state === 'ready' ? 1 : 2);
    return (await reports(id)).map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
  };
  for (const id of ids) expect(await told(id, 'delivered')).toMatchObject([{ reference }, { reference }]);
  expect(await told(late!, 'ready')).toMatchObject([{ reference }, { reference }]);

  await erase(number);
  expect(await message(account, ids[0]!)).toMatchObject({ destination: 'erased', reference });
  expect(await message(account, late!)).not.toHaveProperty('reference');
  for (const payload of [...(await told(ids[0]!, 'delivered')), ...(await told(late!, 'ready'))])
    expect(payload).toEqual({ messageId: expect.any(String), status: expect.any(String), segments: 1 });
  expect(await told(ids[1]!, 'delivered')).toMatchObject([{ reference }, { reference }]);
  await erase(second);
  expect(await message(account, ids[1]!)).not.toHaveProperty('reference');
  const left = await db.query(
    `SELECT 1 FROM submissions WHERE reference IS NOT NULL AND account_id = $1
    UNION ALL SELECT 1 FROM outbox WHERE payload LIKE '%patient%'`,
    [account.id],
  );
  expect(left.rows).toEqual([]);
  receiver.answer = () => 200;
});

test('messages under way prevent an erasure, and nothing is changed', async () => {
  const number = newNumber();
  const account = await testAccount(db);
  const later = Math.floor(Date.now() / 1_000) + 86_400;
  const [waiting] = idsOf(await sender(service, account)({ destinations: [number], scheduledTime: later }));
  const [sent] = idsOf(await sender(service, account)({ destinations: [number], scheduledTime: later }));
  await db.query(`UPDATE messages SET state = 'SENT', state_at = now() WHERE id = $1`, [sent]);
  const answer = await erase(number);
  expect(answer).toMatchObject({
    status: 409,
    body: { error: 'error: 409 - 1 message to this number is on the way; try again once delivered or given up' },
  });
  expect(await message(account, waiting!)).toMatchObject({ status: 'SCHEDULED', destination: number });
  await db.query(`UPDATE messages SET state = 'UNKNOWN' WHERE id = $1`, [sent]);
  expect((await erase(number)).body).toMatchObject({ cancelled: 1, messages: 2 });
});

test('a number that is a live sender is not erased', async () => {
  const number = newNumber();
  const account = await testAccount(db, { senders: [{ value: number, type: 1 }] });
  const answer = await erase(number);
  expect(answer).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining('a sender in use; delete it first') },
  });
  await db.query('UPDATE senders SET deleted_at = now() WHERE account_id = $1', [account.id]);
  expect((await erase(number)).body).toMatchObject({ senders: 1 });
});

test('a sender that was never confirmed does not prevent the erasure of its number', async () => {
  const number = newNumber();
  const { key } = await testAccount(db);
  const body = { value: number, type: 1, channel: 'SMS' };
  expect(await service.call({ path: '/v1/senders', key, body })).toMatchObject({ status: 202 });
  await expect
    .poll(async () => (await erase(number)).body, { timeout: patienceMs })
    .toMatchObject({ senders: 1, messages: 1 });
  expect(await found(number)).toEqual([]);
  expect((await service.call({ path: '/v1/senders?status=Confirmation%20Pending', key })).body).toEqual({
    senders: [],
  });
  expect(await service.call({ path: '/v1/senders', key, body })).toMatchObject({ status: 202 });
});

test.each(['38640123456', '+386', 'erased', '+386 40 123 456', 7, null])('%j cannot be erased', async (number) => {
  expect(await erase(number)).toMatchObject({ status: 400, body: { error: expect.stringContaining('phoneNumber') } });
});

test('thousands of rows are erased in batches while other messages are sent', async () => {
  const number = newNumber();
  const account = await testAccount(db);
  await db.query(
    `WITH ids AS MATERIALIZED (
       SELECT uuid_after($2, n * 3) AS submission, uuid_after($2, n * 3 + 1) AS message, n FROM generate_series(0, 2999) n),
     texts AS (
       INSERT INTO submissions (account_id, id, sender_id, sender, content, encoding, segments, price_report, accepted_at)
       SELECT $1, submission, $1, 'Shop', 'Number ' || n, 'GSM-7', 1, false, now() FROM ids)
     INSERT INTO messages (account_id, id, submission_id, destination, country, price, state, due_at, state_at)
     SELECT $1, message, submission, CASE WHEN n % 2 = 0 THEN $3 ELSE $4 END, 'SI', 0, 'DELIVERED', now(), now() FROM ids`,
    [account.id, newId(), number, other],
  );
  const [answer, ...sent] = await Promise.all([
    erase(number),
    ...Array.from({ length: 20 }, () => sender(service, account)({ destinations: [other] })),
  ]);
  expect(answer.body).toMatchObject({ messages: 1_500, texts: 1_500 });
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 202));
  expect(await found(number)).toEqual([]);
});

test('an opted-out recipient stays opted out, although only a hash is left', async () => {
  const number = newNumber();
  const account = await testAccount(db);
  const send = sender(service, account);
  const { key } = account;
  expect((await service.call({ path: '/v1/opt-outs', key, body: { numbers: [number] } })).body).toEqual({
    added: 1,
    known: 0,
  });
  expect((await erase(number)).body).toMatchObject({ optOuts: 1 });
  expect(await found(number)).toEqual([]);
  const { optOuts } = (await service.call({ path: '/v1/opt-outs', key })).body as { optOuts: object[] };
  expect(optOuts).toMatchObject([{ number: null, sender: null, source: 'request' }]);
  const [id] = idsOf(await send({ destinations: [number] }));
  expect(await message(account, id!)).toMatchObject({ status: 'REJECTED', price: 0 });
  const path = `/v1/opt-outs?number=${encodeURIComponent(number)}`;
  expect((await service.call({ path, key })).body).toMatchObject({ optOuts: [{ number: null }] });
});

/** Columns that hold texts of customers and operators, or constants of Hermod. */
const without = `
  walks.name lost_workers.host workers.host workers.master_keys workers.release workers.version mailbox_readers.mailbox mailbox_readers.error
  account_price_lists.currency accounts.contact_email accounts.currency accounts.name accounts.status
  api_keys.allowed_emails api_keys.callback_key api_keys.hash api_keys.label api_keys.prefix
  audit.action audit.actor audit.actor_kind audit.address audit.details audit.subject_id carriers.callback_secret carriers.description
  carriers.name carriers.reason_texts carriers.signing_secret carriers.url
  console_attempts.subject console_links.hash console_links.name console_operators.grants console_operators.name
  console_operators.password console_operators.role console_operators.totp_new_secret console_operators.totp_secret
  console_sessions.address console_sessions.hash console_sessions.name console_sessions.token_mark console_sessions.user_agent
  data_keys.id data_keys.master data_keys.wrapped
  carrier_circuits.reason carrier_links.error carrier_outages.error carrier_refusals.status emails.outcome emails.peer emails.via
  idempotent_answers.request_hash inbound_done.parts inbound_parts.alphabet inbound_parts.octets ledger.kind ledger.note ledger.reference
  messages.country messages.destination messages.reason messages.state outbox.kind outbox.state
  outgoing_mails.kind outgoing_mails.state parts.outcome parts.reference pauses.actor pauses.kind price_list_entries.country
  price_lists.currency
  price_lists.name routes.country routes.prefix schema_migrations.checksum schema_migrations.name schema_migrations.release schema_migrations.requires
  verifications.country verifications.hash verifications.prefix verifications.request_hash verifications.salt
  verify_blocks.scope verify_counts.country verify_counts.scope verify_templates.language verify_templates.template
  message_templates.name message_template_versions.default_language message_template_versions.texts message_template_versions.variables
  sender_codes.hash sender_codes.salt senders.channel senders.status submissions.actor_kind submissions.encoding submissions.via receipt_log.outcome
  traffic.country traffic_of_all.country traffic_of_all.currency failures.reason
  smpp_binds.address smpp_binds.ending smpp_binds.mode smpp_binds.system_id smpp_credentials.allowed_ranges
  smpp_credentials.alphabet smpp_credentials.country smpp_credentials.label smpp_credentials.password smpp_credentials.receipt_binds
  smpp_credentials.previous_password smpp_credentials.system_id smpp_parts.alphabet smpp_parts.kind smpp_parts.octets
  smpp_parts.wishes smpp_parts_done.hash smpp_parts_done.marks
  accounts.doors accounts.inbound accounts.receipts senders.inbound senders.receipts smpp_credentials.long_inbound
  smpp_pdus.command smpp_pdus.direction smpp_pdus.fields
  unmatched_receipts.outcome unreadable_mails.hash unreadable_mails.reason
  webhook_secrets.secret webhook_endpoints.kinds webhook_endpoints.previous_secret webhook_endpoints.secret
  webhook_endpoints.description webhook_endpoints.url
  opt_out_answers.mark opt_out_keys.inner_key opt_out_keys.outer_key opt_out_settings.answers opt_out_settings.languages
  opt_out_settings.scope opt_out_settings.words opt_outs.mark opt_outs.number opt_outs.source
  carrier_costs.country carrier_costs.currency delivery_rates.country routes.rewrites routes.senders routing_policies.country
  routing_policies.policy`;

test('every column that can hold text is searched, or known to hold no number', async () => {
  const looked = traces.flatMap(({ table, redacted, searched = [], json = [] }) =>
    [...redacted, ...searched, ...json].map((column) => `${table}.${column}`),
  );
  const known = new Set([...looked, ...without.trim().split(/\s+/)]);
  const forgotten = (await textColumns(db)).filter((column) => !known.has(column));
  expect(
    forgotten,
    'list them in src/store/erasure/erasure-traces.ts, or here if no phone number can be in them',
  ).toEqual([]);
});

/** The providers according to their documentation: calls, responses and callbacks. None was verified against the real provider. */
import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { newId } from '../../../src/base/ids.ts';
import { amazonSignedText as snsText } from '../../../src/carriers/http/providers/amazon-signatures.ts';
import type { Call, Outgoing, Reply, Sent, Table } from './stand-in.ts';

type Json = Record<string, unknown>;

const json = (status: number, body: unknown): Reply => ({ status, body: JSON.stringify(body) });
const posted = (path: Outgoing['path'], body: unknown): Outgoing => ({
  path,
  type: 'application/json',
  body: JSON.stringify(body),
});
const filled = (path: Outgoing['path'], fields: Record<string, string>): Outgoing => ({
  path,
  type: 'application/x-www-form-urlencoded',
  body: new URLSearchParams(fields).toString(),
});
const basic = `Basic ${Buffer.from('user:hunter2').toString('base64')}`;
const plus = (digits: string): string => (/^\d{7,15}$/.test(digits) ? `+${digits}` : digits);
const bare = (number: string): string => number.replace(/^\+/, '');
const seconds = (): string => String(Math.floor(Date.now() / 1_000));
const hmac = (algorithm: string, key: string, text: string, encoding: 'hex' | 'base64'): string =>
  createHmac(algorithm, key).update(text).digest(encoding);

/** Parses only a valid call. */
const when = (isRight: boolean, sent: () => Sent[]): Sent[] | undefined => (isRight ? sent() : undefined);
const body = ({ body }: Call): Json => JSON.parse(body) as Json;

const twilio: Table = {
  name: 'twilio',
  credentials: 'user:hunter2',
  cannotSay: ['unknown'],
  states: { DELIVRD: 'delivered', ACCEPTD: 'sent', UNDELIV: 'undelivered', EXPIRED: 'failed', REJECTD: 'canceled' },
  read({ method, path, headers, body }) {
    const fields = new URLSearchParams(body);
    const isRight =
      method === 'POST' &&
      path === '/2010-04-01/Accounts/user/Messages.json' &&
      headers['authorization'] === basic &&
      (fields.get('StatusCallback') ?? '').endsWith('/status');
    return when(isRight, () => [{ to: fields.get('To')!, from: fields.get('From')!, text: fields.get('Body')! }]);
  },
  accepted: ([sent], [sid]) => json(201, { sid, status: 'queued', to: sent!.to, error_code: null }),
  refused: json(400, { code: 21_211, message: "The 'To' number is not valid", status: 400 }),
  receipt: (id, { to, from }, state) =>
    filled('status', {
      AccountSid: 'user',
      ApiVersion: '2010-04-01',
      MessageSid: id,
      SmsSid: id,
      SmsStatus: state,
      MessageStatus: state,
      To: to,
      From: from,
      ...(state === 'undelivered' || state === 'failed' ? { ErrorCode: '30003' } : {}),
    }),
  inbound: (id, { to, from, text }) =>
    filled('inbound', {
      MessageSid: id,
      SmsSid: id,
      SmsMessageSid: id,
      AccountSid: 'user',
      From: from,
      To: to,
      Body: text,
      NumMedia: '0',
      NumSegments: '1',
    }),
  sign(body, url) {
    const fields = [...new URLSearchParams(body)].sort(([a], [b]) => (a < b ? -1 : 1));
    const text = url + fields.map((field) => field.join('')).join('');
    return { 'x-twilio-signature': hmac('sha1', 'hunter2', text, 'base64') };
  },
};

const infobipStatus = (group: string) => ({ groupName: group, name: `${group}_X`, id: 1, groupId: 1 });
type InfobipMessage = { sender: string; destinations: { to: string; messageId: string }[]; content: { text: string } };

const infobip: Table = {
  name: 'infobip',
  credentials: ':hunter2',
  signingSecret: 'Basic bm90aWZ5OmtleQ==',
  cannotSay: ['unknown'],
  states: {
    DELIVRD: 'DELIVERED',
    ACCEPTD: 'PENDING',
    UNDELIV: 'UNDELIVERABLE',
    EXPIRED: 'EXPIRED',
    REJECTD: 'REJECTED',
  },
  read(call) {
    const isRight =
      call.method === 'POST' && call.path === '/sms/3/messages' && call.headers['authorization'] === 'App hunter2';
    return when(isRight, () =>
      (body(call)['messages'] as InfobipMessage[]).map(({ sender, destinations, content }) => ({
        to: plus(destinations[0]!.to),
        from: sender,
        text: content.text,
        id: destinations[0]!.messageId,
      })),
    );
  },
  accepted: (sent, ids) => infobip.mixed!(sent, ids),
  mixed: (sent, ids) =>
    json(200, {
      bulkId: newId(),
      messages: sent.map(({ to }, place) => ({
        messageId: ids[place] ?? newId(),
        destination: bare(to),
        status: infobipStatus(ids[place] === undefined ? 'REJECTED' : 'PENDING'),
      })),
    }),
  refused: json(400, { requestError: { serviceException: { messageId: 'BAD_REQUEST', text: 'Bad Request' } } }),
  receipt: (id, { to }, group) =>
    posted('status', {
      results: [{ messageId: id, to: bare(to), status: infobipStatus(group), error: { name: 'EC_ABSENT_SUBSCRIBER' } }],
    }),
  inbound: (id, { to, from, text }) =>
    posted('inbound', {
      results: [{ messageId: id, from: bare(from), to: bare(to), text, cleanText: text }],
      messageCount: 1,
    }),
  sign: () => ({ authorization: 'Basic bm90aWZ5OmtleQ==' }),
};

const smsgate: Table = {
  name: 'smsgate',
  credentials: 'user:hunter2',
  query: '&number=%2B38640111222',
  signingSecret: 'phone key',
  cannotSay: ['rejected', 'unknown'],
  states: { DELIVRD: 'sms:delivered', ACCEPTD: 'sms:sent', UNDELIV: 'sms:failed', EXPIRED: 'sms:failed' },
  oneId: true,
  read(call) {
    const isRight =
      call.method === 'POST' && call.path === '/3rdparty/v1/messages' && call.headers['authorization'] === basic;
    const { textMessage, phoneNumbers } = body(call) as { textMessage: { text: string }; phoneNumbers: string[] };
    return when(isRight, () => phoneNumbers.map((to) => ({ to, from: '+38640111222', text: textMessage.text })));
  },
  accepted: (sent, [id]) =>
    json(202, { id, state: 'Pending', recipients: sent.map(({ to }) => ({ phoneNumber: to, state: 'Pending' })) }),
  refused: json(400, { message: 'invalid phone number' }),
  receipt: (id, { to }, event) =>
    posted('status', {
      deviceId: 'd',
      event,
      id: newId(),
      payload: { messageId: id, sender: null, recipient: to, simNumber: 1, reason: 'RESULT_ERROR_NO_SERVICE' },
      webhookId: 'w',
    }),
  inbound: (id, { from, text }) =>
    posted('inbound', {
      deviceId: 'd',
      event: 'sms:received',
      id,
      payload: { messageId: 'm', message: text, sender: from, recipient: null, simNumber: 1 },
      webhookId: 'w',
    }),
  sign(body) {
    const time = seconds();
    return { 'x-timestamp': time, 'x-signature': hmac('sha256', 'phone key', body + time, 'hex') };
  },
};

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const vonage: Table = {
  name: 'vonage',
  credentials: 'user:hunter2',
  signingSecret: 'signature secret',
  cannotSay: ['unknown'],
  states: {
    DELIVRD: 'delivered',
    ACCEPTD: 'submitted',
    UNDELIV: 'undeliverable',
    EXPIRED: 'undeliverable',
    REJECTD: 'rejected',
  },
  read(call) {
    const isRight = call.method === 'POST' && call.path === '/v1/messages' && call.headers['authorization'] === basic;
    const { to, from, text, channel } = body(call) as Record<string, string>;
    return when(isRight && channel === 'sms', () => [{ to: plus(to!), from: from!, text: text! }]);
  },
  accepted: (_sent, [id]) => json(202, { message_uuid: id }),
  refused: json(422, {
    type: 'https://developer.vonage.com/api-errors/messages#1150',
    title: 'Invalid params',
    detail: '',
  }),
  receipt: (id, { to, from }, status) =>
    posted('status', {
      message_uuid: id,
      to: bare(to),
      from,
      status,
      channel: 'sms',
      ...(status === 'rejected' || status === 'undeliverable'
        ? { error: { title: '1320', type: 'x', detail: 'x' } }
        : {}),
    }),
  inbound: (id, { to, from, text }) =>
    posted('inbound', { channel: 'sms', message_type: 'text', message_uuid: id, to: bare(to), from: bare(from), text }),
  sign(body) {
    const claims = { iat: Number(seconds()), jti: newId(), iss: 'Vonage', api_key: 'user' };
    const payload_hash = createHash('sha256').update(body).digest('hex');
    const text = `${encoded({ typ: 'JWT', alg: 'HS256' })}.${encoded({ ...claims, payload_hash })}`;
    const signature = createHmac('sha256', 'signature secret').update(text).digest('base64url');
    return { authorization: `Bearer ${text}.${signature}` };
  },
};

const telnyxKeys = generateKeyPairSync('ed25519');
const telnyxPublic = telnyxKeys.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

const telnyx: Table = {
  name: 'telnyx',
  credentials: ':hunter2',
  signingSecret: telnyxPublic,
  cannotSay: ['rejected'],
  states: {
    DELIVRD: 'delivered',
    ACCEPTD: 'sent',
    UNDELIV: 'delivery_failed',
    EXPIRED: 'expired',
    UNKNOWN: 'delivery_unconfirmed',
  },
  read(call) {
    const isRight =
      call.method === 'POST' && call.path === '/v2/messages' && call.headers['authorization'] === 'Bearer hunter2';
    const { to, from, text } = body(call) as Record<string, string>;
    return when(isRight, () => [{ to: to!, from: from!, text: text! }]);
  },
  accepted: ([sent], [id]) => json(200, { data: { id, to: [{ phone_number: sent!.to, status: 'queued' }], parts: 1 } }),
  refused: json(400, { errors: [{ code: '40310', title: "Invalid 'to' address" }] }),
  receipt: (id, { to, from }, status) =>
    posted('status', {
      data: {
        event_type: status === 'sent' ? 'message.sent' : 'message.finalized',
        id: newId(),
        payload: {
          id,
          from: { phone_number: from },
          to: [{ phone_number: to, status }],
          errors: status.endsWith('failed') || status === 'expired' ? [{ code: '40008' }] : [],
        },
      },
    }),
  inbound: (id, { to, from, text }) =>
    posted('inbound', {
      data: {
        event_type: 'message.received',
        id: newId(),
        payload: { id, from: { phone_number: from }, to: [{ phone_number: to }], text },
      },
    }),
  sign(body) {
    const time = seconds();
    const signature = sign(null, Buffer.from(`${time}|${body}`), telnyxKeys.privateKey).toString('base64');
    return { 'telnyx-timestamp': time, 'telnyx-signature-ed25519': signature };
  },
};

const sinch: Table = {
  name: 'sinch',
  credentials: 'plan:hunter2',
  signingSecret: 'callback secret',
  cannotSay: [],
  states: {
    DELIVRD: 'Delivered',
    ACCEPTD: 'Dispatched',
    UNDELIV: 'Failed',
    EXPIRED: 'Expired',
    REJECTD: 'Rejected',
    UNKNOWN: 'Unknown',
  },
  oneId: true,
  read(call) {
    const isRight =
      call.method === 'POST' &&
      call.path === '/xms/v1/plan/batches' &&
      call.headers['authorization'] === 'Bearer hunter2';
    const { to, from, body: text } = body(call) as { to: string[]; from: string; body: string };
    return when(isRight, () => to.map((number) => ({ to: number, from, text })));
  },
  accepted: (sent, [id]) => json(201, { id, to: sent.map(({ to }) => bare(to)), type: 'mt_text' }),
  refused: json(400, { code: 'syntax_invalid_parameter_format', text: 'Invalid recipient' }),
  receipt: (id, { to }, status) =>
    posted('status', {
      type: 'recipient_delivery_report_sms',
      batch_id: id,
      recipient: bare(to),
      code: status === 'Delivered' ? 0 : 402,
      status,
      at: new Date().toISOString(),
    }),
  inbound: (id, { to, from, text }) =>
    posted('inbound', { type: 'mo_text', id, from: bare(from), to: bare(to), body: text }),
  sign(body) {
    const [time, nonce] = [seconds(), newId()];
    return {
      'x-sinch-webhook-signature-timestamp': time,
      'x-sinch-webhook-signature-nonce': nonce,
      'x-sinch-webhook-signature-algorithm': 'HmacSHA256',
      'x-sinch-webhook-signature': hmac('sha256', 'callback secret', `${body}.${nonce}.${time}`, 'base64'),
    };
  },
};

const plivo: Table = {
  name: 'plivo',
  credentials: 'user:hunter2',
  cannotSay: ['unknown'],
  states: { DELIVRD: 'delivered', ACCEPTD: 'sent', UNDELIV: 'undelivered', EXPIRED: 'failed', REJECTD: 'rejected' },
  read(call) {
    const isRight =
      call.method === 'POST' && call.path === '/v1/Account/user/Message/' && call.headers['authorization'] === basic;
    const { src, dst, text } = body(call) as Record<string, string>;
    return when(isRight, () => dst!.split('<').map((to) => ({ to: plus(to), from: src!, text: text! })));
  },
  accepted: (_sent, ids) => json(202, { message: 'message(s) queued', message_uuid: ids, api_id: newId() }),
  refused: json(400, { error: 'dst is not a valid number', api_id: 'x' }),
  receipt: (id, { to, from }, state) =>
    filled('status', {
      MessageUUID: id,
      Status: state,
      To: bare(to),
      From: from,
      Type: 'sms',
      ...(state === 'delivered' || state === 'sent' ? {} : { ErrorCode: '450' }),
    }),
  inbound: (id, { to, from, text }) =>
    filled('inbound', { MessageUUID: id, From: bare(from), To: bare(to), Text: text, Type: 'sms' }),
  sign(body, url) {
    const nonce = newId();
    const fields = [...new URLSearchParams(body)].sort(([a], [b]) => (a < b ? -1 : 1));
    const text = `${url}?${fields.map((field) => field.join('')).join('')}.${nonce}`;
    return { 'x-plivo-signature-v3-nonce': nonce, 'x-plivo-signature-v3': hmac('sha256', 'hunter2', text, 'base64') };
  },
};

const snsKeys = generateKeyPairSync('rsa', { modulusLength: 1024 });
const snsFields = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];
const topic = 'arn:aws:sns:eu-west-1:123456789012:sms';

function notification(path: Outgoing['path'], message: object): Outgoing {
  const envelope = {
    Type: 'Notification',
    MessageId: newId(),
    TopicArn: topic,
    Message: JSON.stringify(message),
    Timestamp: new Date().toISOString(),
  };
  const Signature = sign('RSA-SHA256', Buffer.from(snsText(envelope, snsFields)), snsKeys.privateKey).toString(
    'base64',
  );
  const SigningCertURL = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-x.pem';
  const signed = { ...envelope, SignatureVersion: '2', Signature, SigningCertURL };
  return { path, type: 'text/plain; charset=UTF-8', body: JSON.stringify(signed) };
}

const amazon: Table = {
  name: 'amazon',
  credentials: 'user:hunter2',
  query: `&region=eu-west-1&topic=${encodeURIComponent(topic)}`,
  cannotSay: [],
  states: {
    DELIVRD: 'TEXT_DELIVERED',
    ACCEPTD: 'TEXT_SENT',
    UNDELIV: 'TEXT_UNREACHABLE',
    EXPIRED: 'TEXT_TTL_EXPIRED',
    REJECTD: 'TEXT_BLOCKED',
    UNKNOWN: 'TEXT_UNKNOWN',
  },
  read(call) {
    const isRight =
      call.headers['x-amz-target'] === 'PinpointSMSVoiceV2.SendTextMessage' &&
      /^AWS4-HMAC-SHA256 Credential=user\/\d{8}\/eu-west-1\/sms-voice\/aws4_request, SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$/.test(
        call.headers['authorization'] ?? '',
      );
    const {
      DestinationPhoneNumber: to,
      OriginationIdentity: from,
      MessageBody: text,
    } = body(call) as Record<string, string>;
    return when(isRight, () => [{ to: to!, from: from!, text: text! }]);
  },
  accepted: (_sent, [id]) => json(200, { MessageId: id }),
  refused: json(400, { __type: 'com.amazonaws#ValidationException', Reason: 'FIELD_VALIDATION_FAILED' }),
  receipt: (id, { to, from }, eventType) =>
    notification('status', {
      eventType,
      messageId: id,
      destinationPhoneNumber: to,
      originationPhoneNumber: from,
      isFinal: true,
    }),
  inbound: (id, { to, from, text }) =>
    notification('inbound', {
      originationNumber: from,
      destinationNumber: to,
      messageBody: text,
      inboundMessageId: id,
    }),
  fetch: async () => snsKeys.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
};

/** A custom gateway, as an operator would describe it. */
export const description = {
  method: 'POST',
  path: '/send',
  headers: { authorization: 'Bearer {password}' },
  json: { to: '{destination}', from: '{sender}', text: '{text}', id: '{messageId}', ttl: '{validSeconds:number}' },
  answer: {
    reference: { json: 'message.id' },
    refused: [{ status: ['200'], json: 'message.state', is: ['refused'] }],
    reason: 'message.error',
  },
  receipts: {
    path: 'status',
    format: 'json',
    list: 'reports',
    reference: 'id',
    status: 'state',
    destination: 'to',
    error: 'error',
    map: { delivered: 'delivered', undelivered: 'failed', expired: 'failed', refused: 'rejected', lost: 'unknown' },
  },
  inbound: { path: 'inbound', format: 'form', id: 'id', sender: 'from', recipient: 'to', text: 'text' },
  signature: { kind: 'hmac-sha256', header: 'x-signature', prefix: 'sha256=' },
};

export const generic: Table = {
  name: 'generic',
  credentials: 'user:hunter2',
  description,
  signingSecret: 'shared secret',
  cannotSay: [],
  states: {
    DELIVRD: 'delivered',
    ACCEPTD: 'on its way',
    UNDELIV: 'undelivered',
    EXPIRED: 'expired',
    REJECTD: 'refused',
    UNKNOWN: 'lost',
  },
  read(call) {
    const isRight =
      call.method === 'POST' && call.path === '/send' && call.headers['authorization'] === 'Bearer hunter2';
    const { to, from, text } = body(call) as Record<string, string>;
    return when(isRight, () => [{ to: to!, from: from!, text: text! }]);
  },
  accepted: (_sent, [id]) => json(200, { message: { id, state: 'queued' } }),
  refused: json(200, { message: { state: 'refused', error: 'E12' } }),
  receipt: (id, { to }, state) =>
    posted('status', { reports: [{ id, to, state, error: state === 'delivered' ? '0' : 'E1' }] }),
  inbound: (id, message) => filled('inbound', { id, ...message }),
  sign: (body) => ({ 'x-signature': `sha256=${hmac('sha256', 'shared secret', body, 'hex')}` }),
};

export const tables: readonly Table[] = [generic, twilio, infobip, smsgate, vonage, telnyx, sinch, plivo, amazon];

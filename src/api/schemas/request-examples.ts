import { exampleRequest } from '../../domain/email2sms/example.ts';

/** Example request bodies of the reference, by operation. A test sends each to a running service. */
export type RequestExamples = Readonly<Record<string, unknown>>;

/** A placeholder for an id of the reader's own. */
export const someId = '01a1dd05-e828-7001-9785-625698a09e9d';

const message = {
  sender: 'Hermod',
  destinations: ['+38640123456'],
  message: { content: 'Hello from Hermod' },
};

export const mailText = exampleRequest({ key: '3f2b8c1d-5a47-4c1e-9d2b-7e6f5a4b3c2d', sender: 'Hermod' });

export const requestExamples: RequestExamples = {
  sendMessages: message,
  previewMessages: message,
  cancelMessages: { messageIds: [someId] },
  resendMessages: { messageIds: [someId] },
  previewResend: { messageIds: [someId] },
  createWebhookEndpoint: {
    url: 'https://shop.example.com/webhooks',
    kinds: ['delivery report', 'inbound message'],
    description: 'Web shop',
  },
  changeWebhookEndpoint: { enabled: false },
  testWebhookEndpoint: { kind: 'delivery report' },
  replayWebhookEndpoint: { since: '2026-11-15T00:00:00Z' },
  replayDeliveries: { since: '2026-11-15T00:00:00Z' },
  sendSampleEvent: { kind: 'delivery report', url: 'https://shop.example.com/webhooks' },
  createConsoleLink: { name: 'Anna' },
  issueKey: { label: 'web shop' },
  changeKey: { label: 'web shop, Ljubljana' },
  rotateKey: { overlapSeconds: 86_400 },
  registerSender: { value: 'My Shop', type: 0, channel: 'SMS' },
  confirmSender: { id: someId, confirmationCode: '123456' },
  startVerification: { to: '+38640123456', sender: 'Hermod', language: 'sl', lifetimeSeconds: 300 },
  checkVerification: { id: someId, code: '123456' },
  setVerifyTemplate: { template: '{service}: {code} is your code. Do not share it.' },
  createTemplate: {
    name: 'order shipped',
    defaultLanguage: 'en',
    texts: {
      en: 'Hi {{name}}, your order {{order}} is on its way.',
      sl: 'Pozdravljeni, {{name}}, vaše naročilo {{order}} je na poti.',
    },
    variables: [
      { name: 'name', type: 'text', maxLength: 30 },
      { name: 'order', type: 'code' },
    ],
  },
  changeTemplate: { texts: { en: 'Hi {{name}}, order {{order}} is on its way.' } },
  previewTemplate: { language: 'sl', variables: { name: 'Ana', order: 'A-1042' } },
  updateSender: {
    deliveryReportUrl: 'https://shop.example.com/reports',
    inboundUrl: 'https://shop.example.com/inbound',
  },
  addOptOuts: { numbers: ['+38640123457'] },
  changeOptOutSettings: {
    languages: ['en', 'sl'],
    answers: { STOP: 'You will get no more messages. Reply START to resume.' },
  },
  tryEmail: { text: mailText },
  logIn: { token: 'your-operator-token' },
  changePassword: { new: 'correct horse battery staple' },
  turnTotpOn: { code: '123456' },
  turnTotpOff: { password: 'correct horse battery staple' },
};

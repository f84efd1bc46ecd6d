/** The pages of /guides that the console links; test/console/guides.test.ts checks that each exists. */
export const guides = [
  'carriers',
  'console-access',
  'email2sms',
  'following-a-message',
  'http-carriers',
  'inbound',
  'jasmin',
  'kannel',
  'operating',
  'operator',
  'opt-out',
  'prices',
  'quick-start',
  'routing',
  'senders',
  'sending',
  'simulator',
  'smpp',
  'twilio',
  'verify',
  'webhooks',
  'webhooks-verification',
] as const;

export type Guide = (typeof guides)[number];

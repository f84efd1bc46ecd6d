import type { Option } from './smpp-options.ts';

const number = (name: string, standard: string, min: number, max: number): Option => ({
  name,
  standard,
  kind: 'number',
  min,
  max,
});
const choice = (name: string, ...choices: [string, ...string[]]): Option => ({
  name,
  standard: choices[0],
  kind: 'choice',
  choices,
});
const text = (name: string, standard = ''): Option => ({ name, standard, kind: 'text', most: 256 });

/** What may follow the ? of the URL of every HTTP carrier. A test compares it with the service. */
export const usual: readonly Option[] = [number('rate', '0', 0, 1_000_000), number('connections', '20', 1, 500)];
export const rare: readonly Option[] = [
  number('window', '100', 1, 5_000),
  number('slots', '', 1, 64),
  number('timeout', '20', 1, 120),
  choice('unanswered', 'resend', 'unknown'),
  text('allow'),
  choice('batch', 'true', 'false'),
];
export const callback = text('callback');

export type Provider = {
  readonly label: string;
  /** Where it is usually reached. */
  readonly host: string;
  /** What it calls user and password itself; a user that is left out is not asked for. */
  readonly user?: string;
  readonly password?: string;
  readonly own: readonly Option[];
};

/** By the name in the scheme of the URL: `https+twilio://…`. */
export const providers: Readonly<Record<string, Provider>> = {
  twilio: {
    label: 'Twilio',
    host: 'api.twilio.com',
    user: 'Account SID',
    password: 'Auth token',
    own: [text('account'), text('service')],
  },
  infobip: { label: 'Infobip', host: '', password: 'API key', own: [] },
  vonage: { label: 'Vonage', host: 'api.nexmo.com', user: 'API key', password: 'API secret', own: [] },
  telnyx: { label: 'Telnyx', host: 'api.telnyx.com', password: 'API key', own: [text('profile')] },
  sinch: { label: 'Sinch', host: 'eu.sms.api.sinch.com', user: 'Service plan ID', password: 'API token', own: [] },
  plivo: {
    label: 'Plivo',
    host: 'api.plivo.com',
    user: 'Auth ID',
    password: 'Auth token',
    own: [choice('signature', 'v3', 'none')],
  },
  amazon: {
    label: 'AWS End User Messaging',
    host: 'sms-voice.eu-west-1.amazonaws.com',
    user: 'Access key ID',
    password: 'Secret access key',
    own: [text('configuration_set'), text('topic'), choice('type', 'TRANSACTIONAL', 'PROMOTIONAL'), text('region')],
  },
  smsgate: {
    label: 'SMSGate (Android)',
    host: 'api.sms-gate.app',
    user: 'Username',
    password: 'Password',
    own: [text('path', '/3rdparty/v1/messages'), text('sim'), text('number')],
  },
  generic: { label: '', host: '', user: '', password: '', own: [] },
};

/** Every option of a provider. */
export const optionsOf = (provider: string): readonly Option[] => [
  ...usual,
  ...rare,
  callback,
  ...(providers[provider]?.own ?? []),
];

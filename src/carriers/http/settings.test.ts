import { expect, test } from 'vitest';
import { openAddress } from './kind.ts';
import { providerIn, readHttpSettings } from './settings.ts';

test('a URL says who we are and how much may go', () => {
  const settings = readHttpSettings('https+infobip://:s%3Acret@x.api.infobip.com?rate=50&allow=10.0.0.0/8', {});
  expect(settings).toMatchObject({ rate: 50, window: 100, allow: ['10.0.0.0/8'], slots: undefined });
  expect(settings.account).toMatchObject({ base: 'https://x.api.infobip.com', user: '', password: 's:cret' });
});

test.each([
  ['smpp://x', undefined],
  ['https://x', undefined],
  ['https+twilio://x', 'twilio'],
  ['http+generic://x', 'generic'],
  ['ftp+generic://x', undefined],
])('%s is of the provider %s', (url, expected) => {
  expect(providerIn(url)).toBe(expected);
});

test.each([
  ['https+twilo://a:b@api.twilio.com', /unknown provider twilo \(did you mean twilio/],
  ['https+twilio://a:hunter2/x@api.twilio.com', /a slash in user or password|it is not a URL/],
  ['https+twilio://a:hunter2@api.twilio.com?windw=3', /unknown parameter windw \(did you mean window/],
  ['https+twilio://a:hunter2@api.twilio.com?window=0', /window is wrong/],
  ['https+twilio://a:hunter2@', /not a URL such as/],
  ['https+amazon://a:hunter2@example.com', /its region is not in the host/],
  ['https+amazon://a:hunter2@sms-voice.eu-west-1.amazonaws.com?type=x', /its type is neither/],
  ['https+smsgate://a:hunter2@phone?path=message', /its path is not a path/],
  ['https+smsgate://a:hunter2@phone?sim=two', /its sim is not a number/],
  ['https+plivo://a:hunter2@api.plivo.com?signature=v2', /neither v3 nor none/],
  ['https+generic://a:hunter2@example.com', /a generic carrier needs one/],
])('%s is refused, and the password is not shown', (url, expected) => {
  const open = () => openAddress({ url });
  expect(open).toThrow(expected);
  expect(open).not.toThrow(/hunter2/);
});

test('a public key that is none is refused before it is stored', () => {
  const url = 'https+telnyx://:key@api.telnyx.com';
  expect(() => openAddress({ url, signingSecret: 'short' })).toThrow(/public key: 32 octets/);
  expect(() => openAddress({ url, signingSecret: Buffer.alloc(32).toString('base64') })).not.toThrow();
});

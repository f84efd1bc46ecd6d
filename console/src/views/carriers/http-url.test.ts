import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRESETS } from '../../../../src/carriers/http/kind.ts';
import { HTTP_PARAMETERS, readHttpSettings } from '../../../../src/carriers/http/settings.ts';
import { optionsOf, providers } from './http-options.ts';
import { httpFieldsOf, httpUrlOf, isGeneric, noHttpFields, withProvider } from './http-url.ts';

const fallbacks = (parameters: object) =>
  Object.values(parameters as Record<string, { name: string; fallback: unknown }>).map(
    ({ name, fallback }): [string, unknown] => [name, fallback],
  );

it('knows every provider and parameter of the service, and its default', () => {
  expect(Object.keys(providers).toSorted()).toEqual([...Object.keys(PRESETS), 'generic'].toSorted());
  for (const name of Object.keys(providers)) {
    const theirs = new Map([...fallbacks(HTTP_PARAMETERS), ...fallbacks(PRESETS[name]?.parameters ?? {})]);
    expect(new Map(optionsOf(name).map((option): [string, unknown] => [option.name, option.standard]))).toEqual(theirs);
  }
});

it('makes a URL that says what the fields say, and reads it back', () => {
  const ascii = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 64,
  });
  fc.assert(
    fc.property(ascii, ascii, fc.boolean(), fc.integer({ min: 1, max: 500 }), (user, password, tls, connections) => {
      const options = { connections: `${connections}`, callback: 'https://sms.example.com' };
      const fields = { provider: 'generic', tls, host: 'gateway.example.com:8443', user, password, options };
      const { account, ...settings } = readHttpSettings(httpUrlOf(fields), {});
      expect(account).toMatchObject({ user, password, publicUrl: 'https://sms.example.com' });
      expect(settings.connections).toBe(connections);
      const back = httpFieldsOf(httpUrlOf(fields));
      expect(back && httpUrlOf(back)).toBe(httpUrlOf(fields));
    }),
  );
});

it('leaves out what is usual, and can be read', () => {
  const options = { rate: '0', callback: 'https://sms.example.com', allow: '192.168.1.20/32' };
  expect(httpUrlOf({ ...noHttpFields, user: 'AC1', password: 'x', options })).toBe(
    'https+twilio://AC1:x@api.twilio.com?callback=https://sms.example.com&allow=192.168.1.20/32',
  );
});

it('takes along to another provider what that knows, and its usual host unless another was typed', () => {
  const twilio = { ...noHttpFields, options: { rate: '5', service: 'MG1' } };
  expect(withProvider(twilio, 'vonage')).toMatchObject({ host: 'api.nexmo.com', options: { rate: '5' } });
  expect(withProvider({ ...twilio, host: 'proxy.example' }, 'vonage').host).toBe('proxy.example');
});

it('leaves to the URL what it does not know', () => {
  expect(httpFieldsOf('https+unknown://host')).toBeUndefined();
  expect(httpFieldsOf('smpp://host')).toBeUndefined();
  expect(isGeneric('https+generic://host')).toBe(true);
});

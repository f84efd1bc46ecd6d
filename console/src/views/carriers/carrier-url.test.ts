import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PARAMETERS, readSettings } from '../../../../src/carriers/smpp/settings.ts';
import { bindsOf, fieldsOf, noFields, optionAtFault, urlOf } from './carrier-url.ts';
import { options } from './smpp-options.ts';

const ascii = (most: number) =>
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)), maxLength: most });

it('knows every parameter of the service, and its default', () => {
  const theirs = new Map(Object.values(PARAMETERS).map(({ name, fallback }): [string, unknown] => [name, fallback]));
  expect(new Map(options.map(({ name, standard }): [string, unknown] => [name, standard]))).toEqual(theirs);
});

it('offers only what the service takes', () => {
  for (const option of options) {
    const values = option.kind === 'choice' ? option.choices : option.kind === 'number' ? [option.min, option.max] : [];
    for (const value of values) {
      readSettings(urlOf({ ...noFields, host: 'smsc.example', options: { [option.name]: String(value) } }));
    }
  }
});

it('makes a URL that says what the fields say, and reads it back', () => {
  fc.assert(
    fc.property(
      ascii(15),
      ascii(64),
      fc.boolean(),
      fc.integer({ min: 1, max: 5_000 }),
      (systemId, password, tls, window) => {
        const fields = {
          ...noFields,
          tls,
          host: 'smsc.example',
          port: '2776',
          systemId,
          password,
          options: { window: String(window) },
        };
        const url = urlOf(fields);
        expect(readSettings(url)).toMatchObject({ systemId, password, tls, window, host: 'smsc.example', port: 2776 });
        expect(urlOf(fieldsOf(url)!)).toBe(url);
      },
    ),
  );
});

it('keeps what it does not know, and leaves out what is usual', () => {
  expect(urlOf(fieldsOf('smpp://a@h?window=50&rate=10&color=red')!)).toBe('smpp://a@h?rate=10&color=red');
  expect(urlOf(fieldsOf('smpps://a@[::1]:3551?country=')!)).toBe('smpps://a@[::1]:3551?country=');
});

it('takes nothing else for SMPP', () => {
  expect(['simulator:', 'http://a@h', 'nonsense', 'smpp://%E0%A4%A@h'].map(fieldsOf)).toEqual(Array(4).fill(undefined));
});

it('counts the connections', () => {
  expect(['smpp://a@h', 'smpp://a@h?binds=3', 'smpp://a@h?binds=3&mode=pair', 'simulator:'].map(bindsOf)).toEqual([
    1,
    3,
    6,
    undefined,
  ]);
});

it('finds the option that is at fault', () => {
  expect(optionAtFault('url: window is wrong: found "9", expected less')).toBe('window');
  expect(optionAtFault('name must not be empty')).toBeUndefined();
});

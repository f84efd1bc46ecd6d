import { describe, expect, it } from 'vitest';
import { Problem } from '../../base/problem.ts';
import { readSettings } from './settings.ts';

describe("a carrier's URL", () => {
  it('has defaults for all but the address', () => {
    expect(readSettings('smpp://esme:secret@smsc.example')).toEqual({
      tls: false,
      host: 'smsc.example',
      port: 2775,
      systemId: 'esme',
      password: 'secret',
      mode: 'transceiver',
      binds: 1,
      window: 50,
      rate: 0,
      timeoutSeconds: 10,
      enquireSeconds: 30,
      systemType: '',
      serviceType: '',
      addressRange: '',
      alphabet: 'gsm',
      multipart: 'udh8',
      ids: 'auto',
      receipts: 'all',
      unflaggedReceipts: false,
      country: 'SI',
      validity: 'relative',
      unanswered: 'resend',
      sourceTon: undefined,
      sourceNpi: undefined,
      destTon: undefined,
      destNpi: undefined,
      verify: true,
    });
  });

  it('sets what it names', () => {
    const url = 'smpps://e%40x:p%2Fw@[::1]:3551?window=10&mode=pair&multipart=sar&source_ton=5&verify=false';
    expect(readSettings(url)).toMatchObject({
      tls: true,
      host: '::1',
      port: 3551,
      systemId: 'e@x',
      password: 'p/w',
      window: 10,
      mode: 'pair',
      multipart: 'sar',
      sourceTon: 5,
      verify: false,
    });
  });

  it.each([
    ['nonsense', 'not a URL'],
    ['http://a:b@c', 'not a URL'],
    ['smpp://a:b@c/path', 'path'],
    ['smpp://a:b@c?windw=5', 'did you mean window'],
    ['smpp://a:b@c?window=0', 'from 1 to 5000'],
    ['smpp://a:b@c?window=abc', 'abc'],
    ['smpp://a:b@c?window=1&window=2', 'twice'],
    ['smpp://a:b@c?alphabet=ebcdic', 'gsm, packed, latin1'],
    ['smpp://sixteen-letters-and-more:b@c', 'system_id'],
    [`smpp://a:${'s'.repeat(65)}@c`, 'password'],
    ['smpp://a:%zz@c', 'password'],
    ['smpp://a:b@c?system_type=longer-than-twelve', 'at most 12'],
  ])('%s is refused: %s', (url, expected) => {
    expect(() => readSettings(url)).toThrow(Problem);
    expect(() => readSettings(url)).toThrow(expected);
  });

  it('keeps its password to itself', () => {
    expect(() => readSettings('smpp://a:hunter2@c?window=0')).toThrow(/^(?!.*hunter2)/);
    expect(() => readSettings('smpp://a:hunter2%zz@c')).toThrow(/^(?!.*hunter2)/);
    // With a character in it that should have been encoded, the rest of it looks like another part of the URL.
    expect(() => readSettings('smpp://a:12/hunter2@c')).toThrow(/^(?!.*hunter2).*%2F/);
    expect(() => readSettings('smpp://a:12?hunter2@c')).toThrow(/^(?!.*hunter2).*%3F/);
    expect(() => readSettings('smpp://a:12#hunter2@c')).toThrow(/^(?!.*hunter2).*%23/);
    expect(() => readSettings('smpp://a:12?window=hunter2@c')).toThrow(/^(?!.*hunter2)/);
  });
});

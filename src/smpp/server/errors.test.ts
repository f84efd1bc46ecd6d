import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Refusal, type SmsErrorCode, smsErrors } from '../../domain/errors.ts';
import { statusCode } from '../protocol/status.ts';
import { codeStatuses, errorPdu, faultOf } from './errors.ts';

const guide = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'guides', 'smpp.md'), 'utf8');

test.each(Object.keys(smsErrors).map(Number) as SmsErrorCode[])('code %i is answered as the guide says', (code) => {
  const status = codeStatuses[code];
  expect(faultOf(new Refusal(code)).status).toBe(status);
  const number = statusCode(status).toString(16).toUpperCase().padStart(2, '0');
  expect(guide).toMatch(new RegExp(`^\\| ${code} \\| [^|]+ \\| \`${status}\` \\(0x${number}\\) \\|$`, 'm'));
});

test('only clients of version 5 get words, cut and in ASCII', () => {
  expect(errorPdu('submit_sm', 'ESME_RSYSERR', 'ž', 0x34)).toEqual({ command: 'submit_sm_resp', status: 8 });
  const { tlvs } = errorPdu('submit_sm', 'ESME_RSYSERR', `ž${'x'.repeat(300)}`, 0x50);
  expect(tlvs?.additional_status_info_text).toBe(`?${'x'.repeat(254)}`);
});

test('an unexpected error is logged and answered as a system error', () => {
  expect(faultOf(new TypeError('x'))).toMatchObject({ status: 'ESME_RSYSERR', isOurs: true, text: 'System error' });
});

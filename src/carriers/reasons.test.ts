/** The table of reasons in `src/domain/carrier/reasons` covers what the carriers of this folder can answer. */
import { expect, test } from 'vitest';
import { providerCodes } from '../domain/carrier/reasons/providers.ts';
import { smppStatuses } from '../domain/carrier/reasons/smpp.ts';
import { STATUSES } from '../smpp/protocol/status.ts';
import { PRESETS } from './http/kind.ts';

test('every status of SMPP has a meaning', () => {
  const all = Object.keys(STATUSES).filter((name) => name !== 'ESME_ROK');
  expect(Object.keys(smppStatuses).sort()).toEqual(all.sort());
});

test('every provider has a table of its codes', () => {
  expect(Object.keys(providerCodes).sort()).toEqual(Object.keys(PRESETS).sort());
});

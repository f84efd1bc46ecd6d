import { expect, test } from 'vitest';
import { type Meaning, meanings } from '../../../src/domain/carrier/reasons/meanings.ts';
import { failureTexts } from '../../../src/domain/webhook/failure.ts';
import { reasons } from './sl/reasons.ts';

test('every reason of the service is there in Slovenian', () => {
  const ofMessages = Object.values<Meaning>(meanings).flatMap(({ text, advice }) => [text, advice]);
  expect(Object.keys(reasons).sort()).toEqual([...new Set([...ofMessages, ...failureTexts])].sort());
  for (const [english, slovenian] of Object.entries(reasons)) expect(slovenian, english).toMatch(/^\p{Lu}.*\.$/u);
});

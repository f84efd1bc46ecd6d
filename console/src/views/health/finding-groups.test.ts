import { expect, it } from 'vitest';
import { type Finding, inGroups, pageOf, worstOf } from './finding-groups.ts';

const finding = (verdict: Finding['verdict'], check: string): Finding => ({ verdict, check, text: '' });

it('shows problems first, and keeps the order within', () => {
  const findings = [finding('ok', 'a'), finding('problem', 'b'), finding('ok', 'c'), finding('problem', 'd')];
  expect(inGroups(findings).map((group) => [group.verdict, ...group.findings.map(({ check }) => check)])).toEqual([
    ['problem', 'b', 'd'],
    ['ok', 'a', 'c'],
  ]);
  expect([worstOf(findings), worstOf([finding('note', 'a')]), worstOf([])]).toEqual(['problem', 'note', 'ok']);
});

it('leads to the page where something can be done', () => {
  const carriers = [{ carrierId: 'a', name: 'North' }];
  const said = (sentence: string, ...values: string[]) => ({ sentence, values });
  expect(pageOf(said('Carrier {0}', 'North'), carriers)).toBe('/carriers/a');
  expect(pageOf(said('Carrier {0}', 'South'), carriers)).toBeUndefined();
  expect(pageOf(said('Receipts'), carriers)).toBe('/receipts');
  expect([pageOf(said('Clock'), carriers), pageOf(undefined, carriers)]).toEqual([undefined, undefined]);
});

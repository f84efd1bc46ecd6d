import { expect, it } from 'vitest';
import { type Finding, inGroups, worstOf } from './finding-groups.ts';

const finding = (verdict: Finding['verdict'], check: string): Finding => ({ verdict, check, text: '' });

it('shows problems first, and keeps the order within', () => {
  const findings = [finding('ok', 'a'), finding('problem', 'b'), finding('ok', 'c'), finding('problem', 'd')];
  expect(inGroups(findings).map((group) => [group.verdict, ...group.findings.map(({ check }) => check)])).toEqual([
    ['problem', 'b', 'd'],
    ['ok', 'a', 'c'],
  ]);
  expect([worstOf(findings), worstOf([finding('note', 'a')]), worstOf([])]).toEqual(['problem', 'note', 'ok']);
});

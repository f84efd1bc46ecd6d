import { expect, test } from 'vitest';
import { stateLog } from './start.ts';

test('a link that goes down and comes up is a warning each, once, and another reason is a line', () => {
  const lines: string[] = [];
  const note = (level: string) => (fields: unknown) =>
    void lines.push(`${level} ${(fields as { error?: string }).error ?? ''}`.trim());
  const log = { info: note('info'), warn: note('warn'), debug: note('debug') };
  const onState = stateLog(log as never, () => 'north');
  const down = (error?: string) => onState({ up: false, detail: 'waiting 5 s', error });
  onState({ up: true, detail: 'bound' });
  down();
  for (let tries = 0; tries < 3; tries++) down('refused');
  down('closed by peer');
  down();
  down('closed by peer');
  onState({ up: true, detail: 'bound' });
  down('closed by peer');
  expect(lines.filter((line) => !line.startsWith('debug'))).toEqual([
    'info',
    'warn refused',
    'info closed by peer',
    'warn',
    'warn closed by peer',
  ]);
});

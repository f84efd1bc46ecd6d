import { expect, test } from 'vitest';
import { stateLog } from './state-log.ts';

test('a link that is down says why once, and again when the reason is another or it was up in between', () => {
  const lines: string[] = [];
  const note = (level: string) => (fields: unknown) =>
    void lines.push(`${level} ${(fields as { error?: string }).error ?? ''}`.trim());
  const log = { info: note('info'), warn: note('warn'), debug: note('debug') };
  const onState = stateLog(log as never, () => 'north');
  const down = (error?: string) => onState({ up: false, detail: 'waiting 5 s', error });
  down();
  for (let tries = 0; tries < 3; tries++) down('refused');
  down('closed by peer');
  down();
  down('closed by peer');
  onState({ up: true, detail: 'bound' });
  down('closed by peer');
  expect(lines.filter((line) => !line.startsWith('debug'))).toEqual([
    'warn refused',
    'warn closed by peer',
    'info',
    'warn closed by peer',
  ]);
});

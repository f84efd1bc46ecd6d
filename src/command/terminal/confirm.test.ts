import { expect, test } from 'vitest';
import { confirm } from './confirm.ts';

const answering = (answer: string) => {
  const asked: string[] = [];
  const ask = (question: string) => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  return { person: true, ask, asked };
};

test.each(['y', 'Y', 'yes', ' YES '])('%j goes on', async (answer) => {
  const terminal = answering(answer);
  await confirm('Remove it?', undefined, terminal);
  expect(terminal.asked).toEqual(['Remove it? [y/N] ']);
});

test.each(['', 'n', 'no', 'yep', 'yes please'])('%j changes nothing', async (answer) => {
  await expect(confirm('Remove it?', undefined, answering(answer))).rejects.toThrow('nothing was changed');
});

test('--yes asks nobody', async () => {
  const terminal = answering('n');
  await confirm('Remove it?', true, terminal);
  expect(terminal.asked).toEqual([]);
});

test('where nobody can answer, --yes is asked for', async () => {
  const refused = confirm('Remove it?', undefined, { ...answering('y'), person: false });
  await expect(refused).rejects.toMatchObject({ next: 'Give --yes if that is what you want', exitCode: 2 });
});

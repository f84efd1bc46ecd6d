import { expect, test } from 'vitest';
import { confirm } from './input.ts';

const answering = (answer: string) => {
  const asked: string[] = [];
  const ask = (question: string) => {
    asked.push(question);
    return Promise.resolve(answer);
  };
  return { person: true, ask, asked };
};

test.each(['y', 'Y', 'yes', ' YES '])('%j continues', async (answer) => {
  const terminal = answering(answer);
  await confirm('Remove it?', undefined, terminal);
  expect(terminal.asked).toEqual(['Remove it? [y/N] ']);
});

test.each(['', 'n', 'no', 'yep', 'yes please'])('%j changes nothing', async (answer) => {
  await expect(confirm('Remove it?', undefined, answering(answer))).rejects.toThrow('nothing was changed');
});

test('--yes skips the question', async () => {
  const terminal = answering('n');
  await confirm('Remove it?', true, terminal);
  expect(terminal.asked).toEqual([]);
});

test('without a terminal, --yes is required', async () => {
  const refused = confirm('Remove it?', undefined, { ...answering('y'), person: false });
  await expect(refused).rejects.toMatchObject({ next: 'Give --yes to confirm', exitCode: 2 });
});

import { createInterface } from 'node:readline/promises';
import { Problem } from '../../base/problem.ts';

export type Terminal = { readonly person: boolean; ask(question: string): Promise<string> };

/** Asks before something that cannot be taken back. Where nobody can answer, `--yes` has to be given. */
export async function confirm(question: string, yes: boolean | undefined, terminal: Terminal = here): Promise<void> {
  if (yes) return;
  if (!terminal.person)
    throw new Problem(`${question} Nobody is here to answer`, 'Give --yes if that is what you want');
  const answer = await terminal.ask(`${question} [y/N] `);
  if (!/^(y|yes)$/i.test(answer.trim())) throw new Problem('nothing was changed', 'Answer y to go on');
}

const here: Terminal = {
  person: process.stdin.isTTY,
  ask: async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      // Ctrl-C and Ctrl-D close the terminal without an answer: that is a no.
      const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      return await Promise.race([lines.question(question), closed]);
    } finally {
      lines.close();
    }
  },
};

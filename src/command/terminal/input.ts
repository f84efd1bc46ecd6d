import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Problem } from '../../base/problem.ts';

/** Larger than every e-mail that the service can be configured to accept. */
const mostMegabytes = 100;
const mostBytes = mostMegabytes * 2 ** 20;

/** A file, or standard input for `-`. On a terminal, shows the number of lines read so far. */
export async function readInput(file: string): Promise<string> {
  return (await readBytes(file)).toString();
}

export async function jsonIn(file: string): Promise<unknown> {
  const text = await readInput(file);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Problem(`${file} is not JSON`, 'Give a file as described in the guides');
  }
}

export function typedJson(text: string, flag: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Problem(`${flag} is not JSON`, `Give it in quotation marks, such as '{"name": "Ana"}'`);
  }
}

export async function readBytes(file: string): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  const progress = lineCounter();
  let bytes = 0;
  try {
    for await (const chunk of file === '-' ? process.stdin : createReadStream(file)) {
      bytes += (chunk as Buffer).length;
      if (bytes > mostBytes) break;
      chunks.push(chunk as Buffer);
      progress.add(chunk as Buffer);
    }
  } catch (error) {
    throw new Problem(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code})`,
      'Give a file, or - for input',
    );
  } finally {
    progress.end();
  }
  if (bytes > mostBytes) throw new Problem(`${file} has more than ${mostMegabytes} MB`, 'Give a smaller file');
  return Buffer.concat(chunks);
}

/** Writes to standard error, and only to a terminal. */
function lineCounter(): { add(chunk: Buffer): void; end(): void } {
  let lines = 0;
  let shown = false;
  return {
    add: (chunk) => {
      for (const byte of chunk) if (byte === 10) lines += 1;
      if (!process.stderr.isTTY) return;
      process.stderr.write(`\rhermod: ${lines} lines`);
      shown = true;
    },
    end: () => void (shown && process.stderr.write('\n')),
  };
}

type Terminal = { readonly person: boolean; ask(question: string): Promise<string> };

/** Asks before something that cannot be undone. Without a terminal, `--yes` is required. */
export async function confirm(question: string, yes: boolean | undefined, terminal: Terminal = here): Promise<void> {
  if (yes) return;
  if (!terminal.person) throw new Problem(`${question} Cannot ask without a terminal`, 'Give --yes to confirm');
  const answer = await terminal.ask(`${question} [y/N] `);
  if (!/^(y|yes)$/i.test(answer.trim())) throw new Problem('nothing was changed', 'Answer y to continue');
}

const here: Terminal = {
  person: process.stdin.isTTY,
  ask: async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      // Ctrl-C and Ctrl-D close the terminal without an answer, which means no.
      const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
      return await Promise.race([lines.question(question), closed]);
    } finally {
      lines.close();
    }
  },
};

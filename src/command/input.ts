import { createReadStream } from 'node:fs';
import { Problem } from '../problem.ts';

const mostBytes = 16 * 2 ** 20;

/** A whole file, or standard input for `-`. On a terminal the lines are counted as they come. */
export async function readInput(file: string): Promise<string> {
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
  if (bytes > mostBytes) throw new Problem(`${file} has more than 16 MiB`, 'Give a smaller file');
  return Buffer.concat(chunks).toString();
}

/** On standard error, and only where a person watches. */
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

import { createRequire } from 'node:module';
import fc from 'fast-check';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { expect, test } from 'vitest';
import './smtp-data.ts';

/** The library's other build, which nobody has touched. */
const untouched = createRequire(import.meta.url)('smtp-server/lib/smtp-stream.js') as { SMTPStream: typeof SMTPStream };

type Received = { text: string; chunks: number; ended: boolean; after: string };

async function receive(Parser: typeof SMTPStream, chunks: readonly string[]): Promise<Received> {
  const parser = new Parser();
  const received: Received = { text: '', chunks: 0, ended: false, after: '' };
  const data = parser.startDataMode(1e9);
  data.on('data', (chunk: Buffer) => {
    received.text += chunk.toString('latin1');
    received.chunks += 1;
  });
  data.on('end', () => {
    received.ended = true;
    parser.continue();
  });
  parser.oncommand = (command: Buffer, callback: () => void) => {
    received.after += `${command.toString('latin1')}\n`;
    callback?.();
  };
  for (const chunk of chunks)
    await new Promise<void>((resolve) => parser.write(Buffer.from(chunk, 'latin1'), () => resolve()));
  await new Promise((resolve) => setImmediate(resolve));
  return received;
}

test('takes the same bytes for the same mail as the library, however they are cut', async () => {
  const piece = fc.constantFrom(
    '.',
    '..',
    '\r',
    '\n',
    '\r\n',
    '\r\n.',
    '\r\n..',
    'a',
    'a\r\n',
    '\r\n.\r\n',
    'NOOP\r\n',
    '.\r\n',
  );
  const chunks = fc.array(
    fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
    { maxLength: 6 },
  );
  await fc.assert(
    fc.asyncProperty(chunks, async (given) => {
      const [ours, theirs] = [await receive(SMTPStream, given), await receive(untouched.SMTPStream, given)];
      expect({ ...ours, chunks: 0 }).toEqual({ ...theirs, chunks: 0 });
    }),
    { numRuns: 2_000 },
  );
});

test('a megabyte of dots comes in a few pieces, not one a line', async () => {
  const given = Array.from({ length: 16 }, () => '..\r\n'.repeat(16_384));
  const { text, chunks, ended } = await receive(SMTPStream, [...given, '.\r\n']);
  expect(text).toBe('.\r\n'.repeat(16 * 16_384));
  expect(ended).toBe(true);
  expect(chunks).toBeLessThan(20);
});

test('of many mails at once, no turn of the event loop takes more than one read of a socket', async () => {
  const [connections, reads, size] = [20, 8, 65_536];
  let turns = 0;
  let bytesOfTurn = 0;
  let most = 0;
  const turn = () => {
    turns += 1;
    bytesOfTurn = 0;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const receiveAll = async () => {
    const parser = new SMTPStream();
    parser.startDataMode(1e9).on('data', (chunk: Buffer) => {
      bytesOfTurn += chunk.length;
      most = Math.max(most, bytesOfTurn);
    });
    const chunk = Buffer.alloc(size, 'a line of text\r\n');
    for (let read = 0; read < reads; read++) await new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
  };
  await Promise.all(Array.from({ length: connections }, receiveAll));
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(connections * reads - 1);
  expect(most).toBeLessThanOrEqual(size + 4);
});

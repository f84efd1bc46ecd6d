import fc from 'fast-check';
import { SMTPStream } from 'smtp-server/lib/smtp-stream.js';
import { expect, test } from 'vitest';
import { SmtpData } from './smtp-data.ts';

type Received = { content: string; rest: string | undefined };

function receive(chunks: readonly string[]): Received & { pieces: number } {
  const data = new SmtpData();
  const received = { content: '', rest: undefined as string | undefined, pieces: 0 };
  for (const chunk of chunks) {
    if (received.rest !== undefined) {
      received.rest += chunk;
      continue;
    }
    const { content, rest } = data.read(Buffer.from(chunk, 'latin1'));
    received.content += content.toString('latin1');
    received.rest = rest?.toString('latin1');
    received.pieces += 1;
  }
  return received;
}

/** The parser of another SMTP server; what follows the mail is read as commands. */
async function receiveElsewhere(chunks: readonly string[]): Promise<Received> {
  const parser = new SMTPStream();
  const received: Received = { content: '', rest: undefined };
  const data = parser.startDataMode(1e9);
  data.on('data', (chunk: Buffer) => {
    received.content += chunk.toString('latin1');
  });
  data.on('end', () => {
    received.rest = '';
    parser.continue();
  });
  parser.oncommand = (command: Buffer, callback: () => void) => {
    received.rest += `${command.toString('latin1')}\n`;
    callback?.();
  };
  for (const chunk of chunks)
    await new Promise<void>((resolve) => parser.write(Buffer.from(chunk, 'latin1'), () => resolve()));
  await new Promise((resolve) => setImmediate(resolve));
  return received;
}

/** Whole lines, as a parser of commands has them. */
const linesOf = (text: string) => text.replaceAll('\r\n', '\n').replace(/[^\n]*$/, '');

test('takes the same bytes for the same mail as another server, however they are cut', async () => {
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
      const { content, rest } = receive(given);
      const ours = { content, rest: rest === undefined ? undefined : linesOf(rest) };
      expect(ours).toEqual(await receiveElsewhere(given));
    }),
    { numRuns: 2_000 },
  );
});

test('a megabyte of dots comes in as many pieces as it was cut into, not one per line', () => {
  const given = Array.from({ length: 16 }, () => '..\r\n'.repeat(16_384));
  const { content, rest, pieces } = receive([...given, '.\r\n']);
  expect(content).toBe('.\r\n'.repeat(16 * 16_384));
  expect(rest).toBe('');
  expect(pieces).toBe(17);
});

/** Every untrusted input is parsed or rejected within a limit of processor time, with the error that the parser documents. */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isNightly } from '../harness/nightly.ts';
import { type Parser, parsers } from './parsers.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const inputs = Number(process.env['FUZZ_INPUTS'] ?? (isNightly ? 3_000 : 500));
/** Limit of processor time for texts of up to 64 KiB; a parser that exceeds it has superlinear cost. */
const patienceMs = 250;

/** One JSON string per line. */
function corpusOf({ name }: Parser): { file: string; inputs: string[] } {
  const file = join(import.meta.dirname, 'corpus', `${name}.jsonl`);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return { file, inputs: lines.map((line) => JSON.parse(line) as string) };
}

/** Throws on anything but a result or a documented refusal. A slow parse is slow every time; garbage collection is not. */
async function examine(parser: Parser, input: string): Promise<void> {
  let took = await costOf(parser, input);
  for (let time = 0; time < 2 && took > patienceMs; time++) took = Math.min(took, await costOf(parser, input));
  if (took > patienceMs) throw new Error(`it took ${Math.round(took)} ms for ${input.length} characters`);
}

/** Milliseconds of this thread. */
async function costOf({ parse, refuses }: Parser, input: string): Promise<number> {
  const began = process.threadCpuUsage();
  try {
    await parse(input);
  } catch (error) {
    if (error instanceof TypeError || !refuses.some((kind) => error instanceof kind)) throw error;
  }
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1_000;
}

/** Corpus inputs, cut, joined, repeated and corrupted; and random noise. */
function mutations(kept: readonly string[]): fc.Arbitrary<string> {
  const one = fc.constantFrom(...kept);
  const noise = fc.string({ unit: 'binary', maxLength: 60 });
  const spot = fc.nat(1_000);
  return fc.oneof(
    noise,
    fc
      .tuple(one, spot, noise)
      .map(([text, at, bytes]) => text.slice(0, at % (text.length + 1)) + bytes + text.slice(at % (text.length + 1))),
    fc
      .tuple(one, spot, spot)
      .map(
        ([text, from, count]) =>
          text.slice(0, from % (text.length + 1)) + text.slice((from % (text.length + 1)) + (count % 20)),
      ),
    fc.tuple(one, one, spot).map(([text, other, at]) => text.slice(0, at % (text.length + 1)) + other),
    fc.tuple(one, fc.integer({ min: 2, max: 2_000 })).map(([text, times]) => text.repeat(times).slice(0, 65_536)),
    fc.tuple(one, spot, fc.integer({ min: 2, max: 20_000 })).map(([text, at, times]) => {
      const place = at % (text.length + 1);
      return (text.slice(0, place) + text.charAt(place).repeat(times) + text.slice(place)).slice(0, 65_536);
    }),
  );
}

describe.each(parsers)('$name', (parser) => {
  const corpus = corpusOf(parser);

  test('parses or rejects every corpus input', async () => {
    for (const input of corpus.inputs)
      await expect(examine(parser, input), JSON.stringify(input)).resolves.toBeUndefined();
  });

  test(`and every mutation of them (FUZZ_SEED=${seed})`, async () => {
    const outcome = await fc.check(
      fc.asyncProperty(mutations(corpus.inputs), (input) => examine(parser, input)),
      { seed, numRuns: inputs },
    );
    if (!outcome.failed) return;
    // Stored, so that it is tried first from now on.
    if (process.env['FUZZ_KEEP']) appendFileSync(corpus.file, `${JSON.stringify(outcome.counterexample![0])}\n`);
    throw new Error(fc.defaultReportMessage(outcome));
  });
});

/** A generated section of a document, between two comments, never edited manually. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

/** Compares `<!-- made: name -->` … `<!-- end -->` with these lines; `UPDATE=1` writes them. */
export function expectMade(file: string, name: string, lines: readonly string[]): void {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const [head, tail] = [`<!-- made: ${name} -->\n`, '\n<!-- end -->'];
  const start = text.indexOf(head);
  const end = text.indexOf(tail, start);
  if (start === -1 || end === -1) throw new Error(`${file} has no part ${name}`);
  const from = start + head.length;
  if (process.env['UPDATE'] === '1') writeFileSync(path, `${text.slice(0, from)}${lines.join('\n')}${text.slice(end)}`);
  else expect(text.slice(from, end).split('\n'), `${file}: run this test with UPDATE=1`).toEqual(lines);
}

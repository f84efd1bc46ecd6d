/** `npm run limits` writes docs/limits.md: every limit in the code (src/bounds/limits), by section. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Limit, Limits } from '../src/bounds/limit.ts';
import { sections } from '../src/bounds/limits.ts';

export const limitsFile = join(import.meta.dirname, '..', 'docs', 'limits.md');

const head = `# Limits

Written by \`npm run limits\` from \`src/bounds/limits\`; do not edit. Limits per account, address or process count in one process. Every
\`429\` is answered after one second, and like every \`503\` it says in \`Retry-After\` when to try again. [Settings](reference/settings.md) are
limits that an operator can change.
`;

export function limitsDocument(): string {
  return [head, ...Object.entries(sections).map(([title, limits]) => section(title, limits))].join('\n');
}

function section(title: string, limits: Limits): string {
  const rows = Object.values(limits).map(row);
  return `## ${title}\n\n| What | Per | At most | Beyond |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

function row(limit: Limit): string {
  return `| ${limit.what} | ${limit.per} | ${amount(limit)} | ${limit.beyond} |`;
}

function amount({ most, unit }: Limit): string {
  if (unit === 'bytes' && most % 2 ** 20 === 0) return `${most / 2 ** 20} MiB`;
  if (unit === 'bytes' && most % 2 ** 10 === 0) return `${most / 2 ** 10} KiB`;
  return `${most.toLocaleString('en-US')} ${unit}`;
}

if (import.meta.main) writeFileSync(limitsFile, limitsDocument());

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Registry } from '@prometheus-io/client';
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { createSharedMetrics, createSupervisorMetrics, mergeMetrics } from './shared-metrics.ts';

const file = join(import.meta.dirname, '..', '..', 'docs', 'reference', 'metrics.md');
const own = createMetrics();
const tables = {
  'of the processes': own.registry,
  'of the database': createSharedMetrics().registry,
  'of the supervisor': createSupervisorMetrics().registry,
};

/** What is registered, as the reference shows it. */
function rows(registry: Registry): string[] {
  type Registered = { name: string; help: string; type: string; labelNames: string[] };
  return (registry.getMetricsAsArray() as unknown as Registered[])
    .map(({ name, help, type, labelNames }) => ({
      name,
      help,
      type,
      labels: labelNames.map((label) => `\`${label}\``),
    }))
    .sort(
      (a, b) =>
        Number(!a.name.startsWith('hermod_')) - Number(!b.name.startsWith('hermod_')) || (a.name < b.name ? -1 : 1),
    )
    .map(
      ({ name, help, type, labels }) =>
        `| \`${name}\` | ${type} | ${labels.join(', ')} | ${help.replaceAll('|', '\\|')} |`,
    );
}

/** With `UPDATE=1` it is written again. Elsewhere Node has fewer of its own. */
test.skipIf(process.platform !== 'linux').each(Object.entries(tables))(
  'the reference lists every metric %s as it is registered',
  (name, registry) => {
    const mark = `<!-- ${name} -->\n`;
    const table = ['| Metric | Type | Labels | Meaning |', '|---|---|---|---|', ...rows(registry), ''].join('\n');
    const text = readFileSync(file, 'utf8');
    const [before, rest] = text.split(mark);
    const end = rest!.indexOf('\n\n') + 1 || rest!.length;
    if (process.env['UPDATE']) writeFileSync(file, before + mark + table + rest!.slice(end));
    else expect(rest!.slice(0, end)).toBe(table);
  },
);

test('over several processes counts are summed, and of times and delays the worst is shown', async () => {
  const other = createMetrics();
  own.readings.acceptPending = () => 3;
  other.readings.acceptPending = () => 4;
  for (const { states, jobDone, certificate, sentSeconds } of [own, other]) {
    states.inc({ state: 'SENT' }, 5);
    jobDone('sweep');
    certificate.set({ of: 'https' }, states === own.states ? 200 : 100);
    for (const seconds of [0.1, 0.2, 1e6]) sentSeconds.observe(seconds);
  }
  const parts = await Promise.all([own, other].map(({ registry }) => registry.getMetricsAsJSON()));
  const text = await mergeMetrics(parts as object[]);
  expect(text).toContain('hermod_accept_pending 7\n');
  expect(text).toContain('hermod_message_states_total{state="SENT"} 10\n');
  expect(text).toContain('hermod_processes 2\n');
  expect(text).toMatch(/hermod_build_info\{version="[^"]+",node="[^"]+"\} 1\n/);
  expect(text).toContain('hermod_certificate_expiry_timestamp_seconds{of="https"} 100\n');
  for (const [le, count] of [
    ['0.1', 2],
    ['0.25', 4],
    ['86400', 4],
    ['+Inf', 6],
  ])
    expect(text).toContain(`hermod_message_sent_seconds_bucket{le="${le}"} ${count}\n`);
  expect(text).toMatch(/hermod_message_sent_seconds_sum 2000000\.6\d*\nhermod_message_sent_seconds_count 6\n/);
  const done = Number(/hermod_job_last_success_timestamp_seconds\{job="sweep"\} (\S+)/.exec(text)?.[1]);
  expect(Math.abs(done - Date.now() / 1_000)).toBeLessThan(60);
});

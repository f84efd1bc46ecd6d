import { expect, test } from 'vitest';
import { dataDir } from '../harness/command.ts';
import { testDatabase } from '../harness/database.ts';
import { patienceMs } from '../harness/patience.ts';
import { get, up } from '../harness/running.ts';

const { url } = await testDatabase();
const folder = dataDir();

test('a scrape reaches one process and returns the sum over all of them', async () => {
  const running = await up({ HERMOD_DATA_DIR: folder, DATABASE_URL: url });
  const ids: string[] = [];
  for (let sent = 0; sent < 60; sent++)
    ids.push((await get(`${running.base}/health/live`)).headers['x-request-id'] as string);
  // The part before the dash identifies the process.
  expect(new Set(ids.map((id) => id.split('-')[0])).size).toBe(2);
  const counted = async () => {
    const { text } = await get(`${running.base}/metrics`);
    return Number(/^hermod_http_requests_total\{route="\/health\/live",.*status="200"\} (\d+)$/m.exec(text)?.[1]);
  };
  // Counted when the response has been sent, which may be a moment after it is received.
  await expect.poll(counted, { timeout: patienceMs }).toBe(60);
  for (let scrape = 0; scrape < 8; scrape++) expect(await counted()).toBe(60);

  process.kill(running.workers()[0]!, 'SIGKILL');
  const scraped = async () => (await get(`${running.base}/metrics`)).text;
  await expect.poll(scraped, { timeout: patienceMs }).toMatch(/^hermod_process_restarts_total\{reason="crash"\} 1$/m);
  await expect.poll(scraped, { timeout: patienceMs }).toMatch(/^hermod_processes 2$/m);
  expect(await scraped()).toMatch(/^hermod_build_info\{version="[^"]+",node="[^"]+"\} 1$/m);
  expect(await running.stop()).toBe(0);
});

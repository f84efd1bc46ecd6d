import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pageHeaders } from '../server/page-headers.ts';

/** Holds the id of the process that builds the console beside the service; scripts/console.mjs writes it. */
const marker = fileURLToPath(new URL('../../../console/dist.building', import.meta.url));

/** Served for every page of the console until the first build of a clone is complete. */
export const waitingPage = {
  headers: { ...pageHeaders({}), 'cache-control': 'no-store', 'retry-after': '2' },
  html: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="2">
<title>Building the console</title>
<h1>The console is being built</h1>
<p>This takes about 20 seconds after the first start. The page reloads by itself. The API is ready: see the
<a href="/docs">API reference</a>.</p>
</html>
`,
} as const;

export async function isBeingBuilt(): Promise<boolean> {
  const pid = Number(await readFile(marker, 'utf8').catch(() => '0'));
  if (!(pid > 0)) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

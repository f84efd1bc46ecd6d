#!/usr/bin/env node
// Runs on whatever Node the machine has (20 or newer): brings the dependencies along, then hands over to the pinned Node.
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { entryOf } from '../scripts/compiled.mjs';
import { ensureConsole } from '../scripts/console.mjs';
import { ensureInstalled, onPinnedNode, root } from '../scripts/ensure.mjs';

ensureInstalled();
if (onPinnedNode(fileURLToPath(import.meta.url))) {
  if (process.argv[2] === 'start') ensureConsole((text) => console.error(`hermod: console: ${text}`));
  // Compiled code is kept for the next start, here and in the processes started from here: 0.2 s instead of 0.6 s.
  const { enableCompileCache } = await import('node:module');
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'hermod');
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
  await import(pathToFileURL(entryOf('cli')).href);
}

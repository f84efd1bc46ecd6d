#!/usr/bin/env node
// Runs on whatever Node the machine has (20 or newer) and hands over to the pinned one. In a clone it first brings along what
// is missing; an installed package is complete, may belong to another user, and is never written to.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { useCompileCache } from './compile-cache.mjs';
import { onPinnedNode } from './pinned-node.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const isClone = existsSync(join(root, 'src'));

if (isClone) (await import('../scripts/ensure.mjs')).ensureInstalled('running');
if (onPinnedNode(root, fileURLToPath(import.meta.url))) {
  useCompileCache(root, isClone);
  const entry = isClone ? await upToDate() : join(root, 'lib', 'cli.js');
  await import(pathToFileURL(entry).href);
}

async function upToDate() {
  if (process.argv[2] === 'start') {
    (await import('../scripts/console.mjs')).buildConsoleBeside();
  }
  return (await import('../scripts/compiled.mjs')).entryOf('cli');
}

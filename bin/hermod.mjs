#!/usr/bin/env node
// Runs on whatever Node the machine has (20 or newer): brings the dependencies along, then hands over to the pinned Node.
import { ensureInstalled, onPinnedNode } from '../scripts/ensure.mjs';

ensureInstalled();
if (onPinnedNode(import.meta.filename)) await import('../src/cli.ts');

import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const lowPriority = 10;

/**
 * Who sends a large mail waits for it longer, and nobody else does. V8's helpers collect the garbage of this thread too: with
 * their usual priority they kept the main thread of two processors waiting (docs/chaos.md). They serve all threads of
 * the process, and have their priority for good, so this is for processes that do read mails.
 */
export function giveWay(): void {
  // Others have priorities for processes only.
  if (process.platform !== 'linux') return;
  try {
    setPriority(lowPriority);
    for (const helper of helpers()) setPriority(helper, lowPriority);
  } catch {
    // Of a process that has an even lower one nobody may raise it, and where /proc is hidden nobody is found.
  }
}

function helpers(): number[] {
  return readdirSync('/proc/self/task').map(Number).filter(isHelper);
}

function isHelper(thread: number): boolean {
  return readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim() === 'V8Worker';
}

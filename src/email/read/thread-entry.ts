/** The entry point of a worker thread that works on mails: one message per task, one message per result. */
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { type Task, tasks } from './tasks.ts';

const lowPriority = 10;

/**
 * Keeps a large mail from delaying other work. V8's helper threads collect the garbage of this thread: at their usual priority they delayed
 * the main thread on two cores (docs/chaos.md). The helper threads stay at the low priority, so only processes that read mails do this.
 */
function lowerPriority(): void {
  // Other systems have priorities per process only.
  if (process.platform !== 'linux') return;
  try {
    setPriority(lowPriority);
    const threads = readdirSync('/proc/self/task').map(Number);
    const isHelper = (id: number) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim() === 'V8Worker';
    for (const helper of threads.filter(isHelper)) setPriority(helper, lowPriority);
  } catch {
    // The process has a lower priority already and may not raise it, or /proc is hidden.
  }
}

lowerPriority();

/** Incremented while the event loop turns, so that the main thread can distinguish a long task from a busy thread. */
const beats = new Int32Array((workerData as { beats: SharedArrayBuffer }).beats);
const beat = () => Atomics.add(beats, 0, 1);
setInterval(beat, 100);
beat();

parentPort!.on('message', ({ id, task }: { id: number; task: Task }) => {
  beat();
  const run = tasks[task.kind] as (...given: Task['given']) => Promise<unknown>;
  run(...task.given).then(
    (result) => parentPort!.postMessage({ id, result }),
    // The thread continues: only this task has failed.
    (error: unknown) => parentPort!.postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});

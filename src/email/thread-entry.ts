/** The entry of a thread that works on mails: one message in for each task, one message out for its result. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { perform, type Task } from './reading.ts';

/** Who sends a large mail waits for it longer, and nobody else does. Linux has priorities for threads, others for processes only. */
const lowPriority = 10;
if (process.platform === 'linux') setPriority(lowPriority);

/** Counted up as long as the event loop turns, so that the main thread can tell a long task from a busy thread. */
const beats = new Int32Array((workerData as { beats: SharedArrayBuffer }).beats);
const beat = () => Atomics.add(beats, 0, 1);
setInterval(beat, 100);
beat();

parentPort!.on('message', ({ id, task }: { id: number; task: Task }) => {
  beat();
  perform(task).then(
    (result) => parentPort!.postMessage({ id, result }),
    // The thread goes on: only what it was given is at fault.
    (error: unknown) => parentPort!.postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});

/** The entry of a thread that works on mails: one message in for each task, one message out for its result. */
import { parentPort, workerData } from 'node:worker_threads';
import { giveWay } from './low-priority.ts';
import { perform, type Task } from './reading.ts';

giveWay();

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

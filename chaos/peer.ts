/** A process of the run beside the service: it prints its port, and ends with the run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type Peer = {
  readonly port: number;
  /** One question at a time: the next output of the peer is its answer. */
  ask<T>(question: object): Promise<T>;
  stop(): Promise<void>;
};

export async function startPeer(script: string, ...args: string[]): Promise<Peer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    // With a channel, so that it notices when the run is killed.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = await firstNumber(child);
  return {
    port,
    ask: <T>(question: object) =>
      new Promise<T>((resolve, reject) => {
        const gone = (code: number | null) => reject(new Error(`a peer ended before it answered (${code})`));
        child.once('exit', gone).once('message', (answer) => {
          child.off('exit', gone);
          resolve(answer as T);
        });
        child.send(question);
      }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

function firstNumber(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.stdout!.setEncoding('utf8').once('data', (text: string) => resolve(Number(text.trim())));
    child.once('exit', (code) => reject(new Error(`a peer ended before it was ready (${code})`)));
  });
}

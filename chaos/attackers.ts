/** The processes of one attack, as the run controls them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notice, Order } from './attacker.ts';
import type { Attack, Target } from './attacks/attack.ts';

export type Ended = Omit<Extract<Notice, { at: 'end' }>, 'at'>;
/** A service that refuses an attack may keep it from its full strength. */
const strengthMs = 120_000;

type Aim = Omit<Target, 'index'>;

export class Attackers {
  readonly #children: ChildProcess[];
  readonly #aim: Aim;

  constructor({ name, processes = 1 }: Attack, aim: Aim) {
    this.#aim = aim;
    const script = join(import.meta.dirname, 'attacker.ts');
    this.#children = Array.from({ length: processes }, () =>
      spawn(process.execPath, [script, name], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }),
    );
  }

  async setUp(): Promise<void> {
    const [first] = this.#children;
    const done = heard(first!, 'set up');
    order(first!, { step: 'setup', target: { ...this.#aim, index: 0 } });
    await done;
  }

  /** Resolves when all of them are at their full strength, or the time limit has passed. */
  async begin(): Promise<void> {
    const strong = Promise.all(
      this.#children.map(async (child, index) => {
        const ready = heard(child, 'strength');
        order(child, { step: 'run', target: { ...this.#aim, index } });
        await ready;
      }),
    );
    const given = new AbortController();
    await Promise.race([strong, sleep(strengthMs, undefined, { signal: given.signal })]).finally(() => given.abort());
  }

  async end(): Promise<Ended> {
    const ended = { counts: {}, failures: {}, acceptedPerSecond: 0 };
    await Promise.all(
      this.#children.map(async (child) => {
        const last = heard(child, 'end');
        order(child, { step: 'stop' });
        const { counts, failures, acceptedPerSecond } = await last;
        ended.acceptedPerSecond += acceptedPerSecond;
        add(ended.counts, counts);
        add(ended.failures, failures);
      }),
    );
    return ended;
  }

  kill(): void {
    for (const child of this.#children) child.kill('SIGKILL');
  }
}

function order(child: ChildProcess, message: Order): void {
  child.send(message);
}

function heard<At extends Notice['at']>(child: ChildProcess, at: At): Promise<Extract<Notice, { at: At }>> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`an attacker ended too early (${code})`));
    child.once('exit', gone);
    child.on('message', function listen(notice: Notice) {
      if (notice.at !== at) return;
      child.off('message', listen).off('exit', gone);
      resolve(notice as Extract<Notice, { at: At }>);
    });
  });
}

function add(sums: Record<string, number>, more: Record<string, number>): void {
  for (const [what, count] of Object.entries(more)) sums[what] = (sums[what] ?? 0) + count;
}

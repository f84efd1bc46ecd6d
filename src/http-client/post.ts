import type { Log } from '../telemetry/log.ts';
import { type ClientOptions, type ClientRequest, createClient } from './client.ts';
import type { Attempt } from './exchange.ts';
import { describe } from './failure.ts';
import { Refused } from './guard.ts';

export type { Attempt } from './exchange.ts';

export type PosterOptions = ClientOptions;
export type PostRequest = ClientRequest;

/** Calls of webhooks: whatever happens becomes an attempt. Those that a closing poster ends are marked `stopped`. */
export type Poster = {
  post(request: PostRequest): Promise<Attempt>;
  close(graceMs?: number): Promise<void>;
};

export function createPoster(options: PosterOptions): Poster {
  const { log } = options;
  const { send, close } = createClient<Attempt>(options, {
    stopping: () => ({ ...failed('Hermod was stopping'), stopped: true }),
    unsendable(fault, host) {
      if (typeof fault === 'string') return { ...failed(fault), final: true };
      note(fault, host, log);
      return failed(describe(fault, host).text);
    },
    settled(attempt, failure, _exchange, host, isStopping) {
      if (failure) note(failure, host, log);
      return isStopping && attempt.status === undefined ? { ...attempt, stopped: true } : attempt;
    },
  });
  return { post: send, close };
}

function failed(error: string): Attempt {
  return { ok: false, error, durationMs: 0, answer: '' };
}

/** The customer reads the attempt. The operator may need the address behind a refused name, and errors without a text of their own. */
function note(failure: unknown, host: string, log: Log | undefined): void {
  if (failure instanceof Refused) log?.debug({ host, address: failure.address }, 'webhook target refused');
  else if (!describe(failure, host).known) log?.warn({ host, err: failure }, 'webhook failed in an unknown way');
}

import type { Command } from 'commander';
import { exitCodes, Problem } from '../../src/base/problem.ts';
import { listenFaults } from '../../src/host/listener.ts';
import {
  type InboundTraffic,
  inboundTraffic,
  SMSC_FLAGS,
  type SmscCounters,
  type SmscOptions,
  smscOptions,
} from './options.ts';
import type { Smsc } from './smsc.ts';

type Given = Parameters<typeof smscOptions>[0] & { readonly json?: boolean };

/** `hermod smsc`: a small SMSC for development and load tests. */
export function registerSmsc(program: Command): void {
  const command = program.command('smsc').description('run a small SMSC for development and load tests');
  for (const { name, placeholder, help, fallback } of Object.values(SMSC_FLAGS)) {
    command.option(`${name} ${placeholder}`, fallback ? `${help} (default: ${fallback})` : help);
  }
  command.option('--json', 'counters as lines of JSON, as is usual where there is no terminal');
  command.action((given: Given) => run(smscOptions(given), inboundTraffic(given), given.json ?? false));
}

async function run(options: SmscOptions, inbound: InboundTraffic | undefined, json: boolean): Promise<void> {
  const ended = signalled();
  const smsc = await listen(options);
  const report = json || !process.stdout.isTTY ? inJson : onTerminal;
  report.listening(`${options.host}:${smsc.port}`);
  let before = { ...smsc.counters };
  const second = setInterval(() => {
    report.second(smsc, before);
    before = { ...smsc.counters };
  }, 1_000);
  const stopInbound = startInbound(smsc, inbound);
  await ended;
  stopInbound();
  clearInterval(second);
  await smsc.stop();
  report.ended(smsc, before);
}

/** Sends nothing while no receiver is bound. Each message has its own reference, like from a phone. */
function startInbound(smsc: Smsc, inbound: InboundTraffic | undefined): () => void {
  if (inbound === undefined) return () => undefined;
  let reference = 0;
  const timer = setInterval(() => {
    reference = (reference + 1) & 0xff;
    void smsc.deliver({ ...inbound.message, reference });
  }, inbound.everyMs);
  return () => clearInterval(timer);
}

function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

async function listen(options: SmscOptions): Promise<Smsc> {
  const { startSmsc } = await import('./smsc.ts');
  try {
    return await startSmsc(options);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const reason = listenFaults[code] ?? `cannot be listened on (${message})`;
    const next = 'Choose others with --host and --port';
    throw new Problem(`${options.host}:${options.port} ${reason}`, next, exitCodes.unavailable);
  }
}

type Report = {
  listening(address: string): void;
  second(smsc: Smsc, before: SmscCounters): void;
  ended(smsc: Smsc, before: SmscCounters): void;
};

const inJson: Report = {
  listening: (address) => console.log(JSON.stringify({ listening: address })),
  second: (smsc, before) => console.log(JSON.stringify(figures(smsc, before))),
  ended: (smsc, before) => console.log(JSON.stringify({ ...figures(smsc, before), ended: true })),
};

/** One line that is overwritten. */
const onTerminal: Report = {
  listening: (address) => console.log(`SMSC listens on ${address}; Ctrl-C ends it`),
  second: (smsc, before) => void process.stdout.write(`\r\x1b[K${sentence(figures(smsc, before))}`),
  ended: (smsc, before) => console.log(`\r\x1b[K${sentence(figures(smsc, before))}`),
};

export type Figures = SmscCounters & {
  readonly receivers: number;
  readonly submitsPerSecond: number;
  readonly receiptsPerSecond: number;
};

function figures({ counters, receivers }: Smsc, before: SmscCounters): Figures {
  return {
    ...counters,
    receivers,
    submitsPerSecond: counters.submits - before.submits,
    receiptsPerSecond: counters.receipts - before.receipts,
  };
}

// Not a formatter of the module: every command loads this file, and the first formatter of a process takes 40 ms.
const number = (count: number): string => count.toLocaleString('en');

/** The main counters; others are shown once they are above 0. */
export function sentence(now: Figures): string {
  const optional = (
    ['inbound', 'throttled', 'refused', 'bindsRefused', 'receiptsRepeated', 'receiptsDropped', 'malformed'] as const
  )
    .filter((name) => now[name] > 0)
    .map((name) => `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${number(now[name])}`);
  return [
    `receivers ${now.receivers}`,
    `submits ${number(now.submits)} (${number(now.submitsPerSecond)}/s)`,
    `receipts ${number(now.receiptsAcknowledged)} (${number(now.receiptsPerSecond)}/s)`,
    ...optional,
  ].join(', ');
}

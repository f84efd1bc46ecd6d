import type { Command } from 'commander';
import { exitCodes, Problem } from '../../base/problem.ts';
import { at, type Row } from '../terminal/client.ts';
import { confirm } from '../terminal/confirm.ts';
import { type Finding, findingLines } from '../terminal/findings.ts';
import { readInput } from '../terminal/input.ts';
import {
  type Common,
  extras,
  fieldsOf,
  type ListOptions,
  list,
  listing,
  listWhole,
  numbers,
  operating,
  operation,
  texts,
  whole,
  yesOption,
} from '../terminal/operation.ts';
import { idOf } from '../terminal/resolve.ts';

const columns = [
  ...whole('carrierId'),
  ...texts('name', 'url'),
  ...whole('enabled'),
  ...numbers('linksUp', 'waiting'),
  ...texts('lastError.text'),
  ...extras('throttled', 'since', 'lastError.at', 'createdAt', 'paused', 'callbackPath'),
];
const receiptColumns = [
  ...whole('receivedAt', 'destination', 'outcome'),
  ...texts('error', 'references', 'text'),
  ...extras('carrierId', 'receiptId'),
];

type Fields = Common & { name?: string; url?: string; description?: string; signingSecret?: string };

export function registerCarriers(program: Command): void {
  const carriers = program.command('carriers').description('connections that messages leave by');

  operation(carriers, 'list', 'list carriers and how they are doing', 'hermod carriers list').action(
    operating((session) => listWhole(session, { path: '/carriers', things: 'carriers', columns })),
  );

  operation(carriers, 'show <carrier>', 'show a carrier', 'hermod carriers show backup').action(
    operating(async ({ api, out }, _options, carrier: string) =>
      out.one(await api.call('GET', at`/carriers/${await idOf(api, 'carrier', carrier)}`)),
    ),
  );

  operation(
    carriers,
    'add',
    'add a carrier',
    'echo "smpp://id:password@smsc.example.com:2775" | hermod carriers add --name backup --url -',
  )
    .requiredOption('--name <name>', 'its name')
    .requiredOption(
      '--url <url>',
      'smpp:, smpps:, https+twilio: and others, or simulator:; - reads it from standard input, unseen by others',
    )
    .option('--description <file>', 'how a generic HTTP carrier is called, as JSON')
    .option('--signing-secret <file>', 'what an HTTP provider signs its callbacks with; - for standard input')
    .action(
      operating(async ({ api, out }, options: Fields) =>
        out.one(await api.call('POST', '/carriers', { body: await bodyOf(options) })),
      ),
    );

  operation(carriers, 'change <carrier>', 'change a carrier', 'hermod carriers change backup --name main')
    .option('--name <name>', 'its name')
    .option('--url <url>', 'its address and settings; - reads it from standard input')
    .option('--description <file>', 'how a generic HTTP carrier is called, as JSON')
    .option('--signing-secret <file>', 'what an HTTP provider signs its callbacks with; - for standard input')
    .action(
      operating(async ({ api, out }, options: Fields, carrier: string) => {
        const path = at`/carriers/${await idOf(api, 'carrier', carrier)}`;
        await out.one(await api.call('PATCH', path, { body: await bodyOf(options) }));
      }),
    );

  registerTest(carriers);
  registerUse(carriers);
  registerReceipts(carriers);
}

function registerTest(carriers: Command): void {
  operation(
    carriers,
    'test [carrier]',
    'connect and bind once, say how it went, and store nothing',
    'echo "smpp://id:password@smsc.example.com:2775" | hermod carriers test --url -',
  )
    .option('--url <url>', 'the address to try, for that carrier or a new one; - reads it from standard input')
    .action(
      operating(async ({ api, out }, options: Fields, carrier?: string) => {
        const carrierId = carrier === undefined ? {} : { carrierId: await idOf(api, 'carrier', carrier) };
        const body = { ...carrierId, ...(await bodyOf(options)) };
        const trial = await api.call('POST', '/carriers/test', { body });
        if (trial['ok'] !== true) process.exitCode = exitCodes.unavailable;
        if (out.json) return out.one(trial);
        await out.lines(findingLines(stepsOf(trial), out.screen));
      }),
    );
}

function stepsOf(trial: Row): Finding[] {
  const { steps, advice } = trial as { steps: { step: string; ok: boolean; text: string }[]; advice?: string };
  return steps.map(({ step, ok, text }) => ({
    name: step,
    verdict: ok ? 'ok' : 'problem',
    text,
    advice: ok ? undefined : advice,
  }));
}

async function bodyOf(options: Fields): Promise<object> {
  const url = options.url === '-' ? (await readInput('-')).trim() : options.url;
  const { description, signingSecret } = options;
  return {
    ...fieldsOf(options, 'name'),
    ...(url === undefined ? {} : { url }),
    ...(description === undefined ? {} : { description: await jsonIn(description) }),
    ...(signingSecret === undefined ? {} : { signingSecret: (await readInput(signingSecret)).trim() }),
  };
}

async function jsonIn(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readInput(file)) as unknown;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`${file} is no JSON`, 'Give a file as docs/guides/http-carriers.md shows one');
  }
}

function registerUse(carriers: Command): void {
  operation(carriers, 'enable <carrier>', 'let messages leave by it', 'hermod carriers enable backup').action(
    operating(async ({ api, out }, _options, carrier: string) => {
      const path = at`/carriers/${await idOf(api, 'carrier', carrier)}`;
      await out.done(`${carrier} is enabled`, await api.call('PATCH', path, { body: { enabled: true } }));
    }),
  );

  operation(carriers, 'disable <carrier>', 'let nothing leave by it', 'hermod carriers disable backup')
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { yes }: Common & { yes?: boolean }, carrier: string) => {
        const path = at`/carriers/${await idOf(api, 'carrier', carrier)}`;
        await confirm(`Disable ${carrier}? Its connections are closed.`, yes);
        await out.done(`${carrier} is disabled`, await api.call('PATCH', path, { body: { enabled: false } }));
      }),
    );

  operation(carriers, 'remove <carrier>', 'remove a carrier and its routes', 'hermod carriers remove backup')
    .addOption(yesOption())
    .action(
      operating(async ({ api, out }, { yes }: Common & { yes?: boolean }, carrier: string) => {
        const carrierId = await idOf(api, 'carrier', carrier);
        await confirm(`Remove ${carrier} and its routes? Receipts that are still to come find no message.`, yes);
        await api.call('DELETE', at`/carriers/${carrierId}`);
        await out.done(`${carrier} is removed`, { carrierId });
      }),
    );
}

function registerReceipts(carriers: Command): void {
  listing(
    carriers,
    'receipts',
    'receipts and callbacks of the last 72 hours that match no message',
    'hermod carriers receipts',
  )
    .option('--carrier <carrier>', 'id or name of the carrier')
    .action(
      operating(async (session, options: ListOptions & { carrier?: string }) => {
        const { carrier } = options;
        const query = { carrierId: carrier === undefined ? undefined : await idOf(session.api, 'carrier', carrier) };
        return list(session, options, {
          path: '/receipts/unmatched',
          things: 'receipts',
          columns: receiptColumns,
          query,
        });
      }),
    );
}

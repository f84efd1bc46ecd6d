import { exitCodes } from '../../base/problem.ts';
import type { Row } from '../terminal/client.ts';
import { type CommandFields, required } from '../terminal/field.ts';
import { jsonIn, readInput } from '../terminal/input.ts';
import { columns, findingLines } from '../terminal/layout.ts';
import type { Output } from '../terminal/output.ts';
import type { Noun } from '../terminal/verb.ts';

const url = (help: string) => ({
  help,
  read: async (text: string) => (text === '-' ? (await readInput('-')).trim() : text),
});
const files: CommandFields = {
  '--reason-texts <file>': {
    help: 'plain words for its error codes, as JSON: {"001": "…"}; {} for none',
    read: jsonIn,
  },
  '--description <file>': { help: 'description of a generic HTTP carrier, as JSON', read: jsonIn },
  '--signing-secret <file>': {
    help: 'secret that an HTTP provider signs its callbacks with; - for standard input',
    read: async (file) => (await readInput(file)).trim(),
  },
};

export const carriers: Noun = {
  summary: 'connections to carriers',
  verbs: {
    list: {
      summary: 'list carriers and their state',
      call: 'GET /carriers',
      rows: 'carriers',
      columns: columns(
        'carrierId name~ url~ enabled #linksUp #waiting lastError.text~',
        'throttled? since? lastError.at? createdAt? paused? callbackPath?',
      ),
    },
    'show <carrier>': { summary: 'show a carrier', call: 'GET /carriers/{carrier}' },
    'incident <carrier>': {
      summary: 'show what waits for a carrier and since when, what others took over, and the rates before and now',
      call: 'GET /carriers/{carrier}/incident',
    },
    'retry <carrier>': {
      summary: 'try a carrier that refuses every call or bind now, and not after its wait',
      call: 'POST /carriers/{carrier}/retry',
      done: '{carrier} is tried now',
    },
    add: {
      summary: 'add a carrier',
      example: 'echo "smpp://id:password@smsc.example.com:2775" | hermod carriers add --name backup --url -',
      fields: {
        '--name <name>': required('its name'),
        '--url <url>': required(
          url(
            'smpp:, smpps:, https+twilio: and others, or simulator:; - reads it from standard input, unseen by others',
          ),
        ),
        ...files,
      },
      call: 'POST /carriers',
    },
    'change <carrier>': {
      summary: 'change a carrier',
      example: '--name main',
      fields: {
        '--name <name>': 'its name',
        '--url <url>': url('its address and settings; - reads it from standard input'),
        ...files,
      },
      call: 'PATCH /carriers/{carrier}',
    },
    'test [carrier]': {
      summary: 'connect and bind once, and show the result; nothing is stored',
      example: 'echo "smpp://id:password@smsc.example.com:2775" | hermod carriers test --url -',
      fields: {
        '--url <url>': url('the address to try, for that carrier or a new one; - reads it from standard input'),
      },
      call: 'POST /carriers/test',
      show: showTest,
    },
    'enable <carrier>': {
      summary: 'enable a carrier',
      call: 'PATCH /carriers/{carrier}',
      body: { enabled: true },
      done: '{carrier} is enabled',
    },
    'disable <carrier>': {
      summary: 'disable a carrier',
      call: 'PATCH /carriers/{carrier}',
      body: { enabled: false },
      confirm: 'Disable {carrier}? Its connections are closed.',
      done: '{carrier} is disabled',
    },
    'remove <carrier>': {
      summary: 'remove a carrier and its routes',
      call: 'DELETE /carriers/{carrier}',
      confirm: 'Remove {carrier} and its routes? Later receipts will match no message.',
      done: '{carrier} is removed',
    },
    receipts: {
      summary: 'receipts and callbacks of the last 72 hours that match no message',
      fields: {
        '--carrier <carrier>': 'id or name of the carrier',
        '--outcome <outcome>': {
          help: 'with this outcome; unread: callbacks that could not be read',
          choices: ['delivered', 'failed', 'rejected', 'unknown', 'unread'],
        },
      },
      call: 'GET /receipts/unmatched',
      rows: 'receipts',
      pages: 'limited',
      columns: columns('receivedAt destination outcome error~ references~ text~ carrierId? receiptId?'),
    },
  },
};

async function showTest(out: Output, answer: Row): Promise<void> {
  if (answer['ok'] !== true) process.exitCode = exitCodes.unavailable;
  if (out.json) return out.one(answer);
  const { steps, advice } = answer as { steps: { step: string; ok: boolean; text: string }[]; advice?: string };
  const findings = steps.map(({ step, ok, text }) => ({
    name: step,
    verdict: ok ? ('ok' as const) : ('problem' as const),
    text,
    advice: ok ? undefined : advice,
  }));
  await out.lines(findingLines(findings, out.screen));
}

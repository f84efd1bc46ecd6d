/** A burst of e-mails on many connections, from SMTP to committed SMS, and what it costs in memory. */
import { connect } from 'node:net';
import { perUnit, usage } from '../cpu.ts';
import { type Figure, median, type Options, ports, type Scenario } from '../scenario.ts';
import { benchService, key } from '../service.ts';

const connections = 20;

export const email: Scenario = {
  name: 'email',
  about: '1,000 e-mails on 20 connections, from SMTP to commit',
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const mails = quick ? 100 : 1_000;
  const service = await benchService(ports.service, 2, { HERMOD_SMTP_PORT: `${ports.smtp}` });
  const groups = { node: [service.pid], postgres: [service.postgresPid] };
  try {
    await burst(mails, 'warm-up');
    const rates: number[] = [];
    const used = usage(groups);
    for (const round of ['1st', '2nd', '3rd']) {
      const began = performance.now();
      const { slowest } = await burst(mails, round);
      rates.push(Math.round(mails / ((performance.now() - began) / 1_000)));
      say(`${round} burst: ${rates.at(-1)}/s, slowest ${Math.round(slowest)} ms`);
    }
    const cost = perUnit(used, usage(groups), mails * rates.length);
    const { rows } = await service.db.query<{ count: number }>('SELECT count(*)::integer FROM submissions');
    const expected = mails * (rates.length + 1);
    return [
      { what: 'e-mails', value: median(rates), unit: '/s' },
      { what: 'processor time of Node', value: cost['node']!, unit: 'µs an e-mail' },
      { what: 'processor time of PostgreSQL', value: cost['postgres']!, unit: 'µs an e-mail' },
      {
        what: 'SMS committed',
        value: rows[0]!.count,
        unit: '',
        goal: `${expected}, one each`,
        met: rows[0]!.count === expected,
      },
    ];
  } finally {
    await service.stop();
  }
}

async function burst(count: number, name: string): Promise<{ slowest: number }> {
  let next = 0;
  let slowest = 0;
  const worker = async () => {
    const say = await session();
    while (next < count) {
      const index = next++;
      const began = performance.now();
      await say('MAIL FROM:<alice@good.example>', '250');
      await say('RCPT TO:<sms@localhost>', '250');
      await say('DATA', '354');
      await say(`${mail(`${name}-${index}`)}\r\n.`, '250');
      slowest = Math.max(slowest, performance.now() - began);
    }
    await say('QUIT', '221');
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { slowest };
}

function mail(name: string): string {
  return [
    'From: alice@good.example',
    'To: sms@localhost',
    `Message-ID: <${name}@good.example>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    '#apikey#',
    key,
    '#sender#',
    'Hermod',
    '#startdestination#',
    '+38640123456',
    '#enddestination#',
    '#startcontent#',
    `Your order ${name} is ready.`,
    '#endcontent#',
  ].join('\r\n');
}

/** Sends a line and resolves when the expected reply arrives. */
async function session(): Promise<(line: string, code: string) => Promise<void>> {
  const socket = connect(ports.smtp, '127.0.0.1').setNoDelay(true);
  let text = '';
  let settle = () => {};
  socket.on('data', (data) => {
    text += data.toString();
    if (/^\d{3} .*\r\n$/m.test(text)) settle();
  });
  const reply = async (code: string) => {
    await new Promise<void>((resolve) => {
      settle = resolve;
      if (/^\d{3} .*\r\n$/m.test(text)) resolve();
    });
    if (!text.startsWith(code)) throw new Error(`expected ${code}, got ${text}`);
    text = '';
  };
  await reply('220');
  const say = (line: string, code: string) => {
    socket.write(`${line}\r\n`);
    return reply(code);
  };
  await say('EHLO bench.example', '250');
  return say;
}

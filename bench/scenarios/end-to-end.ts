/**
 * The whole way: HTTP, PostgreSQL, SMPP, receipt, webhook, with two reports a message (handed over, delivered). Kannel does the
 * same work with the same SMSC, endpoint and load generator in the same run, in memory and with its spool.
 */

import type { LoadOptions } from '../client.ts';
import { perUnit, usage } from '../cpu.ts';
import { hasKannel, startKannel } from '../kannel.ts';
import { carrierUrl, load, sinkCount, sinkUrl, startPeerSmsc, startSink, untilQuiet } from '../peers.ts';
import { type Figure, median, type Options, ports, ratio, type Scenario } from '../scenario.ts';
import { benchService, ended, key, untilAnswers } from '../service.ts';

const text = 'Your parcel arrives today between 14:00 and 16:00.';
const destination = '+38640100000';
const reports = 2;
const connections = 64;

export const endToEnd: Scenario = {
  name: 'end-to-end',
  about: 'HTTP → PostgreSQL → SMPP → receipt → webhook, and the same through Kannel',
  run: measure,
};

async function measure({ quick }: Options, say: (line: string) => void): Promise<Figure[]> {
  const messages = quick ? 1_000 : 20_000;
  const rounds = quick ? 1 : 3;
  const smsc = startPeerSmsc();
  const sink = startSink();
  await untilAnswers(ports.sink);
  try {
    const ours = await throughHermod(messages, rounds, say);
    if (!hasKannel) {
      say('Kannel is not installed (apt-get install kannel): nothing to compare with');
      return ours.figures;
    }
    const memory = await throughKannel('memory', messages, rounds, say);
    const spool = await throughKannel('spool', messages, rounds, say);
    return [...ours.figures, ...comparison(ours.rate, memory, spool)];
  } finally {
    await Promise.all([ended(smsc), ended(sink)]);
  }
}

function comparison(ours: number, memory: number, spool: number): Figure[] {
  const [besideMemory, besideSpool] = [ratio(ours, memory), ratio(ours, spool)];
  return [
    { what: 'Kannel in memory', value: memory, unit: 'messages/s' },
    { what: 'Kannel with its spool', value: spool, unit: 'messages/s' },
    { what: 'Hermod / Kannel in memory', value: besideMemory, unit: '', goal: '≥ 1', met: besideMemory >= 1 },
    { what: 'Hermod / Kannel with spool', value: besideSpool, unit: '', goal: '≥ 1.6', met: besideSpool >= 1.6 },
  ];
}

async function throughHermod(messages: number, rounds: number, say: (line: string) => void) {
  const service = await benchService(ports.service, 2, { HERMOD_CARRIER_URL: carrierUrl });
  const groups = { node: [service.pid], postgres: [service.postgresPid] };
  const request = hermodRequest(messages);
  try {
    await flood(request, messages);
    const rates: number[] = [];
    const used = usage(groups);
    for (let round = 0; round < rounds; round++) {
      const { rate, missing } = await flood(request, messages);
      if (missing > 0) throw new Error(`${missing} reports of Hermod never came`);
      rates.push(rate);
      say(`Hermod: ${rate} messages/s`);
    }
    const cost = perUnit(used, usage(groups), messages * rounds);
    const rate = median(rates);
    const figures: Figure[] = [
      { what: 'Hermod, every message on disk', value: rate, unit: 'messages/s' },
      { what: 'Hermod, processor time of Node', value: cost['node']!, unit: 'µs a message' },
      { what: 'Hermod, processor time of PostgreSQL', value: cost['postgres']!, unit: 'µs a message' },
    ];
    return { rate, figures };
  } finally {
    await service.stop();
  }
}

async function throughKannel(store: 'memory' | 'spool', messages: number, rounds: number, say: (line: string) => void) {
  const kannel = await startKannel(store);
  const request = kannelRequest(messages);
  try {
    await flood(request, messages);
    const rates: number[] = [];
    const groups = { kannel: kannel.pids };
    const used = usage(groups);
    for (let round = 0; round < rounds; round++) {
      const { rate, missing } = await flood(request, messages);
      rates.push(rate);
      say(`Kannel, ${store}: ${rate} messages/s${missing > 0 ? `, ${missing} reports never came` : ''}`);
    }
    say(`Kannel, ${store}: processor time ${perUnit(used, usage(groups), messages * rounds)['kannel']} µs a message`);
    return median(rates);
  } finally {
    await kannel.stop();
  }
}

/** From the first request to the last report. */
async function flood(request: LoadOptions, messages: number): Promise<{ rate: number; missing: number }> {
  const before = await sinkCount();
  const began = performance.now();
  const { statuses, total } = await load(request);
  if (total !== messages || Object.keys(statuses).join() !== '202')
    throw new Error(`${total} of ${messages} requests were answered: ${JSON.stringify(statuses)}`);
  const { last, came } = await untilQuiet(before + messages * reports);
  const missing = before + messages * reports - came;
  return { rate: Math.round(messages / ((last - began) / 1_000)), missing };
}

const flooding = { connections, seconds: 300, warmupSeconds: 0 };

function hermodRequest(requests: number): LoadOptions {
  return {
    ...flooding,
    requests,
    port: ports.service,
    path: '/v1/sms/messages',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({
      sender: 'Hermod',
      destinations: [destination],
      message: { content: text },
      deliveryReportUrl: sinkUrl,
    }),
  };
}

/** Mask 9: a report when the SMSC has taken the message (8) and one when it is delivered (1). */
function kannelRequest(requests: number): LoadOptions {
  const query = new URLSearchParams({
    username: 'bench',
    password: 'bench',
    from: 'Hermod',
    to: destination,
    text,
    'dlr-mask': '9',
    'dlr-url': `${sinkUrl}?type=%d&id=%F`,
  });
  return { ...flooding, requests, port: ports.kannelHttp, path: `/cgi-bin/sendsms?${query.toString()}`, headers: {} };
}

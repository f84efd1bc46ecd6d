/** Requests as an attacker makes them: from an address of its own, over as many connections as it likes. */
import { Agent, request } from 'undici';
import { attackersAddress, type Report, type Target } from './attack.ts';

/** A body that is a text goes as it is, and its type is among the headers. */
export type Call = { method?: string; path: string; body?: unknown; headers?: Record<string, string> };
export type Answer = { status: number; body: Record<string, unknown> };

type Answered = Pick<Report, 'signal' | 'count' | 'accepted'>;

const answerMs = 60_000;

/** With the attacker's key unless `headers` say something else. Answers are counted by status. */
export function caller(
  { base, attacker }: Target,
  report: Answered,
  { connections = 32, address = attackersAddress } = {},
): (call: Call) => Promise<Answer> {
  const timing = { headersTimeout: answerMs, bodyTimeout: answerMs };
  const dispatcher = new Agent({ connections, connect: { localAddress: address }, ...timing });
  return async ({ method, path, body, headers = { apikey: attacker.key } }) => {
    const isJson = body !== undefined && typeof body !== 'string';
    const answer = await request(base + path, {
      dispatcher,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...headers, ...(isJson ? { 'content-type': 'application/json' } : {}) },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body }),
      signal: report.signal,
    });
    const text = await answer.body.text();
    report.count(`${answer.statusCode}`);
    if (answer.statusCode < 300) report.accepted();
    return { status: answer.statusCode, body: parsed(text) };
  };
}

/** As the operator. */
export function operatorCaller(target: Target, report: Answered): (call: Call) => Promise<Answer> {
  const call = caller(target, report, { connections: 16, address: '127.0.0.1' });
  return ({ path, ...rest }) =>
    call({ headers: { authorization: `Bearer ${target.adminToken}` }, ...rest, path: `/admin/v1${path}` });
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export function sample(url: string): Call {
  return { path: '/v1/webhooks/sample', body: { kind: 'delivery report', url } };
}

export function send(destinations: string[], fields: Record<string, unknown> = {}): Call {
  return {
    path: '/v1/sms/messages',
    body: { sender: 'Shop', destinations, message: { content: 'An attack' }, ...fields },
  };
}

/** Different valid numbers; no one's but the attacker's. */
export function numbers(count: number, prefix = '+38641'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${100_000 + index}`);
}

/** An HTTP gateway that responds immediately, in its own process, and the bare loop that calls it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createCaller } from '../src/http-client/client.ts';
import { instruments } from './instruments.ts';
import { ports } from './scenario.ts';
import { ended, untilAnswers } from './service.ts';

const connections = 50;
const base = `127.0.0.1:${ports.gateway}`;

export const gatewayUrl = `http+generic://bench:bench@${base}?window=500&connections=${connections}&allow=127.0.0.0/8&timeout=20`;

export const gatewayDescription = {
  method: 'POST',
  path: '/send',
  headers: { authorization: 'Bearer {password}' },
  json: { to: '{destination}', from: '{sender}', text: '{text}', id: '{messageId}' },
  answer: { reference: { json: 'id' } },
};

/** In C where there is a compiler: in Node it uses as much of a core as the client. */
export async function startGateway(): Promise<{ stop(): Promise<void> }> {
  const light = instruments();
  const [program, ...flags] =
    light === undefined
      ? [process.execPath, fileURLToPath(new URL('./gateway-server.ts', import.meta.url)), `${ports.gateway}`]
      : [light.peer, '--http-port', `${ports.gateway}`];
  const child = spawn(program, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
  await untilAnswers(ports.gateway);
  return { stop: () => ended(child) };
}

/** Calls per second, as many concurrently as the carrier has connections, with a body like that of a message. */
export async function bareCalls(count: number): Promise<number> {
  const caller = createCaller({ allow: ['127.0.0.0/8'], userAgent: 'bench', timeoutMs: 20_000, connections });
  const headers = { authorization: 'Bearer bench', 'content-type': 'application/json' };
  const body = JSON.stringify({ to: '+38640123456', from: 'Hermod', text: 'Hello from the bench', id: 'x'.repeat(36) });
  const request = { method: 'POST', url: `http://${base}/send`, headers, body };
  let left = count;
  const work = async () => {
    while (left-- > 0) {
      const { status } = await caller.call(request);
      if (status !== 200) throw new Error(`the gateway answered with ${status}`);
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, work));
  const seconds = (performance.now() - began) / 1_000;
  await caller.close(0);
  return Math.round(count / seconds);
}

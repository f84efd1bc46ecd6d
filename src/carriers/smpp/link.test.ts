import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { SmscOptions } from '../../../tools/smsc/options.ts';
import { type Smsc, startSmsc } from '../../../tools/smsc/smsc.ts';
import { type LinkEvents, type LinkSettings, SmppLink } from './link.ts';

/** Made for these tests only; good for nothing else. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtGfwgYR8KGlH6Cp5
H/zUwIhD03l9QvEfG+iX9zM8IlahRANCAATB4klTxsXbnb8dgerjDxtFfRIevSzE
SdQQcFbABuR2FeP89/6qxq7bhQns6QHK4iO0N7oseM4mgR85Rp3qG3fi
-----END PRIVATE KEY-----`;
const CERT = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUSDn0BRqunW+qRb0bK24WX2xigu4wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNTAyMjg0MloYDzIxMjYxMDIy
MDIyODQyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATB4klTxsXbnb8dgerjDxtFfRIevSzESdQQcFbABuR2FeP89/6qxq7b
hQns6QHK4iO0N7oseM4mgR85Rp3qG3fio1MwUTAdBgNVHQ4EFgQUg+49OizCzpxO
Uid82REF600NiAUwHwYDVR0jBBgwFoAUg+49OizCzpxOUid82REF600NiAUwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAEDSj6PpQZ7x1uCmswg0Cz
+jxto2mwTqOdsa8ihAPTvwIhANTocrLRgv4jfH2Zd0ntxLB/zgpFCdxl6guCNZVp
R+AB
-----END CERTIFICATE-----`;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function smscWith(options: SmscOptions = {}): Promise<Smsc> {
  const smsc = await startSmsc(options);
  stops.push(() => smsc.stop(200));
  return smsc;
}

type Seen = { link: SmppLink; states: string[] };

function linkTo(port: number, change: Partial<LinkSettings> = {}, events: Partial<LinkEvents> = {}): Seen {
  const states: string[] = [];
  const settings: LinkSettings = {
    host: '127.0.0.1',
    port,
    tls: false,
    verify: true,
    systemId: 'esme',
    password: 'secret',
    systemType: '',
    addressRange: '',
    mode: 'transceiver',
    backoff: { leastMs: 5, mostMs: 20 },
    session: { responseTimeoutMs: 300 },
    ...change,
  };
  const link = new SmppLink(settings, {
    onRequest: async () => ({ command: 'deliver_sm_resp' }),
    onState: (state, role, why) => states.push([state, role, why].filter(Boolean).join(' ')),
    ...events,
  });
  stops.push(() => link.stop(200));
  return { link, states };
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 120_000; !condition(); await sleep(2)) {
    if (performance.now() > end) throw new Error('it never came true');
  }
}

describe('a link', () => {
  it('binds, sends, and unbinds', async () => {
    const smsc = await smscWith({ systemId: 'esme', password: 'secret' });
    const { link, states } = linkTo(smsc.port);
    expect(await link.request({ command: 'submit_sm' })).toEqual({ kind: 'lost', sent: false });
    await until(() => link.state.up);
    expect(link.room).toBe(50);
    expect(await link.request({ command: 'submit_sm' })).toMatchObject({ kind: 'answered', response: { status: 0 } });
    await link.stop(500);
    expect(link.state.detail).toBe('stopped');
    expect(states).toEqual(['connecting transceiver', 'bound transceiver', 'stopped transceiver unbound']);
  });

  it('binds as a transmitter and a receiver, and gets receipts on the second', async () => {
    const smsc = await smscWith();
    const receipts: unknown[] = [];
    const { link } = linkTo(
      smsc.port,
      { mode: 'pair' },
      {
        onRequest: async (pdu) => {
          receipts.push(pdu);
          return { command: 'deliver_sm_resp' };
        },
      },
    );
    await until(() => link.state.up);
    expect(smsc.counters).toMatchObject({ connections: 2, binds: 2 });
    await link.request({ command: 'submit_sm', registered_delivery: 1 });
    await until(() => receipts.length === 1);
  });

  it('reports why it was refused, and keeps trying', async () => {
    const smsc = await smscWith({ systemId: 'esme', password: 'another' });
    const { link } = linkTo(smsc.port);
    await until(() => smsc.counters.bindsRefused >= 3);
    expect(link.state.up).toBe(false);
    expect(link.state.error).toBe('bind refused: ESME_RBINDFAIL');
    expect(link.room).toBe(0);
  });

  it('waits longer and longer while it is refused, beyond what it waits for a carrier that is away', async () => {
    const smsc = await smscWith({ systemId: 'esme', password: 'another' });
    const waits: number[] = [];
    const onState = (state: string, _role: string, _why: unknown, ms: number) => state === 'waiting' && waits.push(ms);
    linkTo(smsc.port, { backoff: { leastMs: 5, mostMs: 20 } }, { onState });
    await until(() => waits.some((ms) => ms > 20));
    expect(Math.max(...waits)).toBeLessThanOrEqual(200);
  });

  it('comes back after the link was cut, with all pending settled', async () => {
    const smsc = await smscWith({ answerDelayMs: 1_000 });
    const { link } = linkTo(smsc.port);
    await until(() => link.state.up);
    const outcomes = Promise.all(Array.from({ length: 80 }, () => link.request({ command: 'submit_sm' })));
    await until(() => smsc.counters.submits === 50);
    smsc.drop();
    const sent = (await outcomes).map((outcome) => outcome.kind === 'lost' && outcome.sent);
    expect(sent).toEqual([...Array(50).fill(true), ...Array(30).fill(false)]);
    await until(() => smsc.counters.binds === 2 && link.state.up);
  });

  it('forgets its failures once a bind has held for two seconds', async () => {
    const absent = await startSmsc();
    const { port } = absent;
    await absent.stop();
    const waits: number[] = [];
    const backoff = { leastMs: 20, mostMs: 5_000 };
    const events = {
      onState: (state: string, _role: string, _why: unknown, ms: number) => state === 'waiting' && waits.push(ms),
    };
    const { link } = linkTo(port, { backoff }, events);
    await until(() => waits.length === 4);
    const smsc = await smscWith({ port });
    await until(() => link.state.up);
    const failed = waits.length;
    await sleep(2_100);
    smsc.drop();
    await until(() => waits.length > failed);
    expect(waits[failed]).toBeLessThanOrEqual(backoff.leastMs);
  });

  it('comes back after the SMSC did', async () => {
    const first = await startSmsc();
    const { port } = first;
    const { link } = linkTo(port);
    await until(() => link.state.up);
    await first.stop();
    await until(() => link.state.detail.startsWith('waiting'));
    await smscWith({ port });
    await until(() => link.state.up);
  });

  it('can be stopped while it waits, and while its bind has no response', async () => {
    const { link: refused } = linkTo(1, { backoff: { leastMs: 60_000, mostMs: 60_000 } });
    await until(() => refused.state.detail.startsWith('waiting'));
    expect(refused.state.error).toContain('ECONNREFUSED');
    await refused.stop(100);

    const accepted: Socket[] = [];
    const mute = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { link: ignored } = linkTo((mute.address() as AddressInfo).port, { session: { responseTimeoutMs: 60_000 } });
    await until(() => accepted.length === 1);
    await ignored.stop(100);
    expect([refused.state.detail, ignored.state.detail]).toEqual(['stopped', 'stopped']);
    mute.close();
  });

  it('gives up a bind without a response', async () => {
    const mute = createServer().listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const { link } = linkTo((mute.address() as AddressInfo).port, { session: { responseTimeoutMs: 30 } });
    await until(() => link.state.error === 'bind not answered in time');
    await link.stop(100);
    mute.close();
  });

  it('speaks TLS, and checks the certificate unless told not to', async () => {
    const smsc = await smscWith({ tls: { key: KEY, cert: CERT } });
    const { link: careful } = linkTo(smsc.port, { tls: true });
    await until(() => careful.state.error !== undefined);
    expect(careful.state.error).toContain('certificate');
    const { link } = linkTo(smsc.port, { tls: true, verify: false });
    await until(() => link.state.up);
    expect(await link.request({ command: 'submit_sm' })).toMatchObject({ kind: 'answered' });
  });
});

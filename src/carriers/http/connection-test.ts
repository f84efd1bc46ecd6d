import type { CarrierTrial } from '../../flows/carriers/carriers.ts';
import { createCaller } from '../../http-client/call.ts';
import type { Lookup } from '../../http-client/guard.ts';
import { type HttpAddress, openAddress } from './kind.ts';

const testMs = 10_000;

/** Whether the server answers. Credentials are not sent: any call that shows whether they are right costs money. */
export async function testCall(address: HttpAddress, lookup?: Lookup): Promise<CarrierTrial> {
  const { account, settings } = openAddress(address);
  const caller = createCaller({ allow: settings.allow ?? [], timeoutMs: testMs, connections: 1, lookup });
  const { status, error } = await caller.call({ method: 'GET', url: `${account.base}/`, headers: {}, body: '' });
  await caller.close(0);
  const { host } = new URL(account.base);
  if (status === undefined) {
    const text = `${host}: ${error}`;
    return { ok: false, milliseconds: 0, steps: [{ step: 'connect', ok: false, text }], advice };
  }
  const text = `${host} answers; user and password are tried by the first message`;
  return { ok: true, milliseconds: 0, steps: [{ step: 'connect', ok: true, text }] };
}

const advice =
  'Check the host; a private address has to be named by the parameter allow, such as allow=192.168.1.20/32';

/** The fault proxy in front of PostgreSQL, closed with the test file. */
import { afterAll } from 'vitest';
import { FaultProxy as Between, postgresTarget } from '../../chaos/proxy.ts';

export type { Moment } from '../../chaos/proxy.ts';

export type FaultProxy = Pick<Between, 'cut' | 'inflict' | 'heal' | 'breakAll'> & {
  /** The database as seen through the proxy. */
  readonly url: string;
};

export async function faultProxy(databaseUrl: string): Promise<FaultProxy> {
  const proxy = await Between.listen(postgresTarget(databaseUrl));
  afterAll(() => proxy.close());
  const { pathname } = new URL(databaseUrl);
  return Object.assign(proxy, { url: `postgres://hermod@127.0.0.1:${proxy.port}${pathname}` });
}

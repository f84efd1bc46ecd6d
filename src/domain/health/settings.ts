import { say, some } from '../text/said.ts';
import { isWithin, loopback } from '../webhook/address.ts';
import { type Finding, found, note, ok, problem } from './finding.ts';

export type SettingFacts = {
  readonly embedded: boolean;
  readonly demo: boolean;
  readonly demoAnywhere: boolean;
  readonly host: string;
  readonly webhookAllow: readonly string[];
  readonly hasCertificate: boolean;
  readonly hasProxy: boolean;
  /** Where the operator's token comes from; `open file`: other users can read it. */
  readonly adminToken: 'none' | 'environment' | 'file' | 'open file';
  readonly customers: number;
};

/** Settings that are fine on a laptop, and not on a server that others can reach. */
export function settingHealth(facts: SettingFacts): Finding[] {
  return found([...exposure(facts), embeddedDatabase(facts), token(facts)]);
}

/** What other machines can reach or read; a start also warns of it. */
export function exposure(facts: SettingFacts): Finding[] {
  return found([demoAccount(facts), encryption(facts), webhookTargets(facts)]);
}

function demoAccount({ demo, demoAnywhere, host }: SettingFacts): Finding | undefined {
  if (!demo || !demoAnywhere || isLoopback(host)) return undefined;
  const text = 'HERMOD_DEMO=true: the demo account can be used from other machines by everyone who has its key';
  return note('Demo', text, 'Set HERMOD_DEMO=false, and suspend the demo account');
}

function embeddedDatabase({ embedded, host, customers }: SettingFacts): Finding | undefined {
  if (!embedded || (isLoopback(host) && customers === 0)) return undefined;
  const text = 'Customers use the PostgreSQL in the data directory, on this machine only';
  return note('Embedded database', text, 'Back the data directory up, or set DATABASE_URL to a server with replicas');
}

function encryption({ host, hasCertificate, hasProxy }: SettingFacts): Finding | undefined {
  if (isLoopback(host) || hasCertificate || hasProxy) return undefined;
  const text = say`HTTP without TLS on ${host}: keys and texts can be intercepted`;
  const advice = 'Set HERMOD_TLS_CERT and HERMOD_TLS_KEY, or put a proxy in front (HERMOD_TRUSTED_PROXIES)';
  return note('Encryption', text, advice);
}

const isLoopback = (host: string): boolean => host === 'localhost' || isWithin(host, loopback);

/** Loopback alone is harmless while there are no customers and only this machine can connect. */
function webhookTargets({ webhookAllow, host, customers }: SettingFacts): Finding | undefined {
  const advice = 'Allow only ranges that customers may reach (HERMOD_WEBHOOK_ALLOW)';
  const wide = webhookAllow.filter((range) => prefixOf(range) < (range.includes(':') ? 32 : 8));
  const check = 'Webhook targets';
  if (wide.length > 0)
    return problem(check, say`Webhooks of customers can reach anything inside your network: ${some(wide)}`, advice);
  const isPrivate = isLoopback(host) && customers === 0;
  const inner = webhookAllow.filter((range) => !isPrivate || !isLoopback(range.split('/')[0]!));
  if (inner.length === 0) return undefined;
  return note(check, say`Webhooks of customers can reach ${some(inner)}, and customers can read the responses`, advice);
}

function prefixOf(range: string): number {
  const [, prefix] = range.split('/');
  return prefix === undefined ? 128 : Number(prefix);
}

const openToken = 'The file admin-token can be read by other users of this machine';

function token({ adminToken }: SettingFacts): Finding {
  const check = 'Operator token';
  switch (adminToken) {
    case 'none': {
      const advice = 'Set HERMOD_ADMIN_TOKEN to let programs operate the service';
      return note(check, 'Not set: only named operators can sign in', advice);
    }
    case 'environment':
      return ok(check, 'From HERMOD_ADMIN_TOKEN');
    case 'file':
      return ok(check, 'Generated, in a file that only its user can read');
    case 'open file':
      return problem(check, openToken, 'Run chmod 600 on it, and make a new one if others had access');
  }
}

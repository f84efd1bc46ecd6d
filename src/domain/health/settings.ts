import { type Finding, note, ok, problem, some } from './finding.ts';

export type SettingFacts = {
  readonly embedded: boolean;
  readonly demo: boolean;
  readonly host: string;
  readonly webhookAllow: readonly string[];
  readonly hasCertificate: boolean;
  readonly hasProxy: boolean;
  /** Where the operator's token comes from; `open` is a file that others may read. */
  readonly adminToken: 'none' | 'environment' | 'file' | 'open file';
  /** Accounts besides the demo's. */
  readonly customers: number;
};

/** Settings that are fine on a laptop, and are not where strangers come. */
export function settings(facts: SettingFacts): Finding[] {
  return [...exposure(facts), ...webhookTargets(facts), token(facts)];
}

function exposure({ embedded, demo, host, hasCertificate, hasProxy, customers }: SettingFacts): Finding[] {
  const isPublic = !isLoopback(host);
  const isInUse = isPublic || customers > 0;
  return [
    ...(demo && isPublic
      ? [
          note(
            'Demo',
            'The demo account can be used by whoever knows its key',
            'Set HERMOD_DEMO=false, and suspend the demo account',
          ),
        ]
      : []),
    ...(embedded && isInUse
      ? [
          note(
            'Embedded database',
            'Customers are on the PostgreSQL in the data directory, on this machine alone',
            'Back the data directory up, or set DATABASE_URL to a server with replicas',
          ),
        ]
      : []),
    ...(isPublic && !hasCertificate && !hasProxy
      ? [
          note(
            'Encryption',
            `HTTP without TLS on ${host}: keys and texts can be overheard`,
            'Set HERMOD_TLS_CERT and HERMOD_TLS_KEY, or put a proxy in front (HERMOD_TRUSTED_PROXIES)',
          ),
        ]
      : []),
  ];
}

const isLoopback = (host: string): boolean => /^127\.|^::1$|^localhost$/.test(host);

function webhookTargets({ webhookAllow, host }: SettingFacts): Finding[] {
  const advice = 'Allow only the ranges of your own that customers may reach (HERMOD_WEBHOOK_ALLOW)';
  const wide = webhookAllow.filter((range) => prefixOf(range) < (range.includes(':') ? 32 : 8));
  if (wide.length > 0)
    return [
      problem(
        'Webhook targets',
        `Customers can have requests sent to anything inside your network: ${some(wide)}`,
        advice,
      ),
    ];
  const inner = webhookAllow.filter((range) => !isLoopback(host) || !isLoopback(range.split('/')[0]!));
  return inner.length > 0
    ? [note('Webhook targets', `Customers can have requests sent to ${some(inner)}`, advice)]
    : [];
}

function prefixOf(range: string): number {
  const [, prefix] = range.split('/');
  return prefix === undefined ? 128 : Number(prefix);
}

function token({ adminToken }: SettingFacts): Finding {
  const check = 'Operator token';
  switch (adminToken) {
    case 'none':
      return note(
        check,
        'There is none: only operators with a name get in',
        'Set HERMOD_ADMIN_TOKEN if programs are to operate the service',
      );
    case 'environment':
      return ok(check, 'From HERMOD_ADMIN_TOKEN');
    case 'file':
      return ok(check, 'Generated, in a file that only its user can read');
    case 'open file':
      return problem(
        check,
        'The file admin-token can be read by other users of this machine',
        'Run chmod 600 on it, and make a new one if others had access',
      );
  }
}

import type { Said } from '../../../../src/domain/text/said.ts';

export type FindingLevel = 'problem' | 'note' | 'ok';
export type Finding = {
  check: string;
  verdict: FindingLevel;
  text: string;
  advice?: string;
  said?: { check: Said; text: Said; advice?: Said };
};

const order: readonly FindingLevel[] = ['problem', 'note', 'ok'];

/** Problems first; groups without a finding are left out. */
export function inGroups(findings: readonly Finding[]): { verdict: FindingLevel; findings: Finding[] }[] {
  return order
    .map((verdict) => ({ verdict, findings: findings.filter((finding) => finding.verdict === verdict) }))
    .filter((group) => group.findings.length > 0);
}

export function worstOf(findings: readonly Finding[]): FindingLevel {
  return order.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'ok';
}

const pages: Readonly<Record<string, string>> = {
  'Waiting messages': '/waiting',
  Receipts: '/receipts',
  Verification: '/verify',
  'Webhook endpoints': '/webhooks',
};

type Carrier = { readonly carrierId: string; readonly name: string };

/** Where something can be done about a finding: of a carrier its incident view. */
export function pageOf(check: Said | undefined, carriers: readonly Carrier[]): string | undefined {
  if (check?.sentence !== 'Carrier {0}') return check && pages[check.sentence];
  const carrier = carriers.find(({ name }) => name === check.values[0]);
  return carrier && `/carriers/${carrier.carrierId}`;
}

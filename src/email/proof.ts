import { Resolver } from 'node:dns/promises';
import type { Config } from '../config.ts';
import type { IncomingMail } from './incoming.ts';

/** What was found out about whose mail it is; stored with the mail. */
export type Proof = {
  readonly trusted?: true;
  readonly spf?: { readonly result: string; readonly domain: string };
  readonly dkim?: readonly { readonly result: string; readonly domain: string }[];
  readonly dmarc?: string;
};

/**
 * aligned: SPF or DKIM passes for a domain that counts as the one of the From address. unknown: DNS did not answer, so it
 * may be another time.
 */
export type Alignment = { readonly verdict: 'aligned' | 'not aligned' | 'unknown'; readonly proof: Proof };

const patienceMs = 20_000;
const mostSignatures = 10;

type Resolve = (name: string, type: string) => Promise<string[][] | string[]>;

export function createResolver({ dnsServers }: Config): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  if (dnsServers !== undefined) resolver.setServers(dnsServers);
  return (name, type) => resolver.resolve(name, type) as Promise<string[][] | string[]>;
}

/**
 * Whether the domain of `address` stands behind this mail, as DMARC defines it. Its policy does not matter, only whether
 * an aligned check passes; a domain that publishes no DMARC record must be matched exactly (RFC 9989, 4.10.2).
 */
export async function proveFrom(mail: IncomingMail, address: string, resolver: Resolve): Promise<Alignment> {
  const late = new Promise<Alignment>((resolve) => {
    setTimeout(() => resolve({ verdict: 'unknown', proof: {} }), patienceMs).unref();
  });
  return Promise.race([prove(mail, address, resolver), late]);
}

/** Loaded when it is needed: 0.6 s of every start on a busy machine, and many installations never ask. */
const library = () => import('mailauth');

async function prove(mail: IncomingMail, address: string, resolver: Resolve): Promise<Alignment> {
  const { dkimVerify, dmarc } = await library();
  const [{ results }, sent] = await Promise.all([
    dkimVerify(mail.raw, { resolver, sender: mail.envelopeFrom ?? '', rejectRsaSha1: true }),
    checkSpf(mail, resolver),
  ]);
  const signatures = results.slice(0, mostSignatures).map(({ signingDomain, status }) => ({
    result: String(status.result),
    domain: signingDomain ?? '',
    // With a length limit (l=) anybody may add text to a signed mail, and the text is what we send.
    whole: !(status as { underSized?: number }).underSized,
  }));
  const dkimDomains = signatures
    .filter(({ result, whole }) => result === 'pass' && whole)
    .map(({ domain }) => ({ domain }));
  const spfDomains = sent?.result === 'pass' ? [sent.domain] : [];
  const evaluated = await dmarc({ headerFrom: [address], fromFields: 1, spfDomains, dkimDomains, resolver } as never);
  const verdict = evaluated === false ? 'none' : evaluated.status.result;
  const proof: Proof = {
    ...(sent === undefined ? {} : { spf: sent }),
    dkim: signatures.map(({ result, domain }) => ({ result, domain })),
    dmarc: verdict,
  };
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const exact = [...spfDomains, ...dkimDomains.map((entry) => entry.domain)].some(
    (name) => name.toLowerCase() === domain,
  );
  if (verdict === 'pass' || (verdict === 'none' && exact)) return { verdict: 'aligned', proof };
  const faults = [verdict, sent?.result, ...signatures.map(({ result }) => result)];
  return { verdict: faults.includes('temperror') ? 'unknown' : 'not aligned', proof };
}

/** A mailbox does not tell who brought the mail to it, so there only DKIM counts. */
async function checkSpf(
  mail: IncomingMail,
  resolver: Resolve,
): Promise<{ result: string; domain: string } | undefined> {
  if (mail.via === 'IMAP' || mail.peer === undefined) return undefined;
  const { spf } = await library();
  const { status, domain } = await spf({
    sender: mail.envelopeFrom ?? '',
    ip: mail.peer,
    helo: mail.helo ?? `[${mail.peer}]`,
    resolver,
    maxElapsedTime: patienceMs / 2,
  } as never);
  return { result: status.result, domain };
}

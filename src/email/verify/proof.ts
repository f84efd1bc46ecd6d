import { Resolver } from 'node:dns/promises';
import type { Config } from '../../config/config.ts';
import type { MailOrigin } from '../incoming.ts';
import { readHead } from '../read/headers.ts';
import { toVerify, weaknessOf } from './signatures.ts';

export type Proof = {
  readonly trusted?: true;
  readonly spf?: { readonly result: string; readonly domain: string } | undefined;
  /** `weakness`: why a signature that verifies does not count. */
  readonly dkim?: readonly { readonly result: string; readonly domain: string; readonly weakness?: string }[];
  readonly dmarc?: string;
};

/** aligned: SPF or DKIM passes for a domain aligned with the From address. unknown: DNS did not answer; trying again may help. */
export type Alignment = { readonly verdict: 'aligned' | 'not aligned' | 'unknown'; readonly proof: Proof };

/** DNS queries per mail: five keys, ten names of SPF with their addresses, and the policies. */
const mostQueries = 60;
const mostAnswerBytes = 16 * 1_024;
const mostAnswers = 100;

type ReceivedMail = MailOrigin & { readonly raw: Buffer };

export type Resolve = (name: string, type: string) => Promise<string[][] | string[]>;

export type ProofOptions = Pick<Config, 'dnsServers' | 'emailProofSeconds'>;

export function createResolver({ dnsServers, emailProofSeconds }: ProofOptions): Resolve {
  const resolver = new Resolver({ timeout: emailProofSeconds * 100, tries: 2 });
  if (dnsServers !== undefined) resolver.setServers(dnsServers);
  return (name, type) => resolver.resolve(name, type) as Promise<string[][] | string[]>;
}

/** The sender of a mail also controls its DNS records, so their number and size are limited. Excessive answers count as missing. */
function limitedResolver(resolver: Resolve): Resolve {
  let queries = 0;
  return async (name, type) => {
    if (++queries > mostQueries || name.length > 255) throw recordNotFound;
    const answers = await resolver(name, type);
    const bytes = answers.flat().reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 255), 0);
    if (answers.length > mostAnswers || bytes > mostAnswerBytes) throw recordNotFound;
    return answers;
  };
}

const recordNotFound = Object.assign(new Error('record not found'), { code: 'ENOTFOUND' });

/**
 * Whether the domain of `address` authenticates the mail by DMARC. The policy does not matter, only whether an aligned check passes; a
 * domain without a record must match exactly (RFC 9989, 4.10.2).
 */
export async function proveFrom(
  mail: ReceivedMail,
  address: string,
  resolver: Resolve,
  timeoutMs: number,
): Promise<Alignment> {
  const late = new Promise<Alignment>((resolve) => {
    setTimeout(() => resolve({ verdict: 'unknown', proof: {} }), timeoutMs).unref();
  });
  return Promise.race([prove(mail, address, resolver, timeoutMs), late]);
}

/** Loaded on demand: it takes 0.6 s of every start on a busy machine, and many installations never need it. */
const library = () => import('mailauth');

async function prove(mail: ReceivedMail, address: string, resolver: Resolve, timeoutMs: number): Promise<Alignment> {
  const { dmarc } = await library();
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const limited = limitedResolver(resolver);
  const [signatures, sent] = await Promise.all([
    checkSignatures(mail, domain, limited),
    checkSpf(mail, limited, timeoutMs / 2),
  ]);
  const dkimDomains = signatures
    .filter(({ result, weakness }) => result === 'pass' && weakness === undefined)
    .map((signature) => ({ domain: signature.domain }));
  const spfDomains = sent?.result === 'pass' ? [sent.domain] : [];
  const claim = { headerFrom: [address], fromFields: 1, spfDomains, dkimDomains, resolver: limited };
  const evaluated = await dmarc(claim as never);
  const verdict = evaluated === false ? 'none' : evaluated.status.result;
  const proof: Proof = { ...(sent === undefined ? {} : { spf: sent }), dkim: signatures, dmarc: verdict };
  const domains = [...spfDomains, ...dkimDomains.map((entry) => entry.domain)];
  const exact = domains.some((name) => name.toLowerCase() === domain);
  if (verdict === 'pass' || (verdict === 'none' && exact)) return { verdict: 'aligned', proof };
  const faults = [verdict, sent?.result, ...signatures.map(({ result }) => result)];
  return { verdict: faults.includes('temperror') ? 'unknown' : 'not aligned', proof };
}

async function checkSignatures(
  { raw, envelopeFrom }: ReceivedMail,
  domain: string,
  resolver: Resolve,
): Promise<NonNullable<Proof['dkim']>> {
  const head = readHead(raw);
  const checks = toVerify(raw, head, domain).map((verifiable) => verify(verifiable, envelopeFrom ?? '', resolver));
  return (await Promise.all(checks)).flat().map((signature) => {
    const weakness = signature.status.result === 'pass' ? weaknessOf(head, signature, Date.now()) : undefined;
    return {
      result: String(signature.status.result),
      domain: signature.signingDomain ?? '',
      ...(weakness !== undefined && { weakness }),
    };
  });
}

/** The result counts only if the library read the same headers: it verifies what it read as From. */
async function verify({ mail, names }: ReturnType<typeof toVerify>[number], sender: string, resolver: Resolve) {
  const { dkimVerify } = await library();
  const { headers, results } = await dkimVerify(mail, { resolver, sender, rejectRsaSha1: true });
  const seen = headers?.parsed.map(({ key }) => key) ?? [];
  return seen.length === names.length && seen.every((name, index) => name === names[index]) ? results : [];
}

/** A mailbox does not record the client of a mail, so only DKIM counts there. */
async function checkSpf(
  { via, envelopeFrom: sender = '', peer: ip, helo = `[${ip}]` }: MailOrigin,
  resolver: Resolve,
  maxElapsedTime: number,
): Promise<Proof['spf']> {
  if (via === 'IMAP' || ip === undefined) return undefined;
  const { spf } = await library();
  const { status, domain } = await spf({ sender, ip, helo, resolver, maxElapsedTime } as never);
  return { result: status.result, domain };
}

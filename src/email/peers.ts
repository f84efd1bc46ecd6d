import { BlockList, isIP } from 'node:net';
import { type Bucket, fullBucket, take } from '../domain/limit.ts';
import type { Runtime } from '../runtime.ts';

const mostPerPeer = 50;
const mostBuckets = 10_000;

/** Who may connect how often. A trusted relay brings the mail of everybody, so it is limited by nothing but the process. */
export class Peers {
  readonly #trusted = new BlockList();
  readonly #perSecond: number;
  readonly #clock: () => number;
  readonly #connections = new Map<string, number>();
  readonly #buckets = new Map<string, Bucket>();

  constructor({ config, clock }: Runtime) {
    this.#perSecond = config.smtpRateLimit;
    this.#clock = clock;
    for (const range of config.emailTrustedRelays) {
      const [address = '', bits] = range.split('/');
      this.#trusted.addSubnet(address, Number(bits), familyOf(address));
    }
  }

  isTrusted(peer: string): boolean {
    return isIP(peer) !== 0 && this.#trusted.check(peer, familyOf(peer));
  }

  /** False: too many connections of this peer are open already. */
  connect(peer: string): boolean {
    const count = (this.#connections.get(peer) ?? 0) + 1;
    if (count > mostPerPeer && !this.isTrusted(peer)) return false;
    this.#connections.set(peer, count);
    return true;
  }

  disconnect(peer: string): void {
    const count = (this.#connections.get(peer) ?? 0) - 1;
    if (count > 0) this.#connections.set(peer, count);
    else this.#connections.delete(peer);
  }

  /** Whether this peer may bring another mail now. */
  admit(peer: string): boolean {
    if (this.#perSecond === 0 || this.isTrusted(peer)) return true;
    // A forgotten bucket is a full one: the worst that comes of it is a second's worth too much.
    if (this.#buckets.size >= mostBuckets) this.#buckets.clear();
    const bucket = this.#buckets.get(peer) ?? fullBucket();
    this.#buckets.set(peer, bucket);
    return take(bucket, this.#perSecond, this.#clock()).allowed;
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

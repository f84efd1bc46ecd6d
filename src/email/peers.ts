import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { RateLimit } from '../bounds/rate-limit.ts';
import type { Runtime } from '../runtime.ts';

const mostPerPeer = 50;
/** Of the places of a process, strangers get these; the others are kept for relays. */
const mostPlaces = 500;
const mostStrangers = 400;

/** Who may connect how often. A relay brings the mail of everybody, so it is limited by nothing but the process. */
export class Peers {
  readonly #trusted: BlockList;
  readonly #forwarders: BlockList;
  readonly #perSecond: number;
  readonly #mails: RateLimit;
  readonly #connections = new Map<string, number>();
  #places = 0;
  #strangers = 0;

  constructor({ config, clock }: Runtime) {
    this.#perSecond = config.smtpRateLimit;
    this.#mails = new RateLimit({ rate: config.smtpRateLimit, clock });
    this.#trusted = listOf(config.emailTrustedRelays);
    this.#forwarders = listOf(config.smtpForwarders);
  }

  isTrusted(peer: string): boolean {
    return includes(this.#trusted, peer);
  }

  /** Whether it says by XFORWARD for whom it speaks. */
  isForwarder(peer: string): boolean {
    return includes(this.#forwarders, peer);
  }

  isRelay(peer: string): boolean {
    return this.isTrusted(peer) || this.isForwarder(peer);
  }

  /** False: too many connections are open already, of this peer or of all. */
  connect(peer: string): boolean {
    const network = networkOf(peer);
    const count = (this.#connections.get(network) ?? 0) + 1;
    const isStranger = !this.isRelay(peer);
    if (this.#places >= mostPlaces || (isStranger && (count > mostPerPeer || this.#strangers >= mostStrangers)))
      return false;
    this.#connections.set(network, count);
    this.#places += 1;
    if (isStranger) this.#strangers += 1;
    return true;
  }

  disconnect(peer: string): void {
    const network = networkOf(peer);
    const count = (this.#connections.get(network) ?? 0) - 1;
    if (count > 0) this.#connections.set(network, count);
    else this.#connections.delete(network);
    this.#places -= 1;
    if (!this.isRelay(peer)) this.#strangers -= 1;
  }

  /** Whether this peer may bring another mail now. */
  admit(peer: string): boolean {
    if (this.#perSecond === 0 || this.isRelay(peer)) return true;
    return this.#mails.take(networkOf(peer)).allowed;
  }
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

function includes(list: BlockList, peer: string): boolean {
  return isIP(peer) !== 0 && list.check(peer, familyOf(peer));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Whoever has one IPv6 address has as many as they like of the same /64. */
function networkOf(peer: string): string {
  return isIP(peer) === 6 ? ipaddr.parse(peer).toByteArray().slice(0, 8).join('.') : peer;
}

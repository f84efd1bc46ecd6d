/** Carrier events that record every call, and messages to submit. */
import { vi } from 'vitest';
import { newId } from '../../src/base/ids.ts';
import type {
  CarrierEvents,
  CarrierState,
  Handover,
  InboundEvent,
  ReceiptEvent,
  SubmitResult,
} from '../../src/carriers/carrier.ts';
import { MAGIC_NUMBERS } from '../../src/carriers/simulator/magic-numbers.ts';
import { readText } from '../../src/domain/text/alphabet.ts';
import { patienceMs } from '../harness/patience.ts';

/** Every event of a carrier. */
export class Witness implements CarrierEvents {
  readonly receipts: ReceiptEvent[] = [];
  readonly inbounds: InboundEvent[] = [];
  readonly doubtful: { receipt: ReceiptEvent; inbound: InboundEvent }[] = [];
  readonly states: CarrierState[] = [];
  rooms = 0;
  /** The number of following events to fail. */
  failures = 0;

  async onReceipt(receipt: ReceiptEvent): Promise<void> {
    this.receipts.push(receipt);
    this.#failOnRequest();
  }

  async onInbound(inbound: InboundEvent): Promise<void> {
    this.inbounds.push(inbound);
    this.#failOnRequest();
  }

  async onDoubtful(receipt: ReceiptEvent, inbound: InboundEvent): Promise<void> {
    this.doubtful.push({ receipt, inbound });
    this.#failOnRequest();
  }

  onRoom(): void {
    this.rooms++;
  }

  onState(state: CarrierState): void {
    this.states.push(state);
  }

  #failOnRequest(): void {
    if (this.failures-- > 0) throw new Error('the database is away');
  }
}

export const ordinary = '+38641123456';

export function magic(name: string): string {
  const found = MAGIC_NUMBERS.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no magic number for ${name}`);
  return found.number;
}

export function message(change: Partial<Handover> = {}): Handover {
  return {
    accountId: newId(),
    messageId: newId(),
    sender: 'Hermod',
    destination: ordinary,
    text: 'Hello',
    encoding: 'GSM-7',
    validUntil: new Date(Date.now() + 3_600_000),
    ...change,
  };
}

export function until(condition: () => boolean): Promise<void> {
  return vi.waitFor(
    () => {
      if (!condition()) throw new Error('it never came true');
    },
    { timeout: patienceMs, interval: 2 },
  );
}

export function referencesOf(result: SubmitResult): readonly string[] {
  if (result.kind !== 'accepted') throw new Error(`it was not accepted: ${result.kind}, ${result.reason}`);
  return result.references;
}

export const keysOf = ({ keys }: ReceiptEvent): string[] => keys.map(({ key }) => key);

/** Joined in order of the part numbers, as parts may arrive in any order. */
export function joined(inbounds: readonly InboundEvent[]): string | undefined {
  const parts = inbounds.toSorted((a, b) => (a.concatenation?.part ?? 1) - (b.concatenation?.part ?? 1));
  const octets = Buffer.concat(parts.map((part) => part.octets));
  return readText(octets, parts[0]!.alphabet);
}

import { bestFit } from '../../domain/receipt/receipt.ts';
import type { CarrierReceipt } from '../../flows/messages/receipts.ts';
import type { Settlement } from '../../flows/messages/settlement.ts';

type Submitted = Extract<Settlement, { kind: 'submitted' }>;
type Waiting = { readonly submitted: Submitted; readonly recorded: Promise<Error | undefined>; isBeingStored: boolean };

/**
 * Receipts that come before the results of their submits are stored. Fast SMSCs send the receipt right after the answer: both are
 * then stored in one statement. Holds the submits that are answered and not yet stored, by their references.
 */
export class EarlyReceipts {
  readonly #waiting = new Map<string, Waiting>();
  /** Matched after everything in the same TCP segment has been read: the answer may come before or after its receipt. */
  #receipts: (() => void)[] = [];

  /** A long message has a receipt for each part, so its state is decided in the database. */
  add(settlement: Settlement, recorded: Promise<Error | undefined>): void {
    if (settlement.kind !== 'submitted' || settlement.references.length !== 1) return;
    this.#waiting.set(settlement.references[0]!, { submitted: settlement, recorded, isBeingStored: false });
  }

  /** These are being stored: a receipt comes too late for them. */
  begin(settlements: readonly Settlement[]): void {
    for (const settlement of settlements) {
      const waiting = this.#find(settlement);
      if (waiting !== undefined) waiting.isBeingStored = true;
    }
  }

  end(settlements: readonly Settlement[]): void {
    for (const settlement of settlements) {
      if (this.#find(settlement) !== undefined) this.#waiting.delete((settlement as Submitted).references[0]!);
    }
  }

  /** Resolves when the receipt is stored: with its message, or by `otherwise` if it belongs to none of these. */
  receive(receipt: CarrierReceipt, otherwise: () => Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      if (this.#receipts.length === 0) setImmediate(() => this.#match());
      this.#receipts.push(() => resolve(this.#take(receipt, otherwise)));
    });
  }

  #match(): void {
    const receipts = this.#receipts;
    this.#receipts = [];
    for (const receipt of receipts) receipt();
  }

  #take(receipt: CarrierReceipt, otherwise: () => Promise<void>): Promise<void> {
    const waiting = this.#submitOf(receipt);
    if (waiting === undefined) return otherwise();
    // Once the submit is stored, the receipt is matched in the database.
    if (waiting.isBeingStored || receipt.outcome !== 'delivered') return waiting.recorded.then(otherwise, otherwise);
    waiting.submitted.isDelivered = true;
    waiting.submitted.receipt = { carrierId: receipt.carrierId, text: receipt.text };
    return waiting.recorded.then(orThrow);
  }

  #submitOf({ keys, carriers, numbers }: CarrierReceipt): Waiting | undefined {
    const [first] = keys;
    const waiting = first?.certain ? this.#waiting.get(first.key) : undefined;
    if (waiting === undefined || !carriers.includes(waiting.submitted.carrierId)) return undefined;
    const { id, destination } = waiting.submitted.message;
    const candidate = { id, destination, certain: true, waits: true };
    return bestFit(numbers, [candidate], 'certain keys') && waiting;
  }

  #find(settlement: Settlement): Waiting | undefined {
    if (settlement.kind !== 'submitted') return undefined;
    const waiting = this.#waiting.get(settlement.references[0]!);
    return waiting?.submitted === settlement ? waiting : undefined;
  }
}

function orThrow(failure: Error | undefined): void {
  if (failure !== undefined) throw failure;
}

import type { Bind } from './bind.ts';

/** `room`: a deliver_sm got its response, or the socket is writable again. */
export type BindChange = { readonly kind: 'bound' | 'closed' | 'room'; readonly bind: Bind };
export type OnBindChange = (change: BindChange) => void;

/** The binds of this process. */
export class Binds {
  readonly #all = new Map<string, Bind>();
  readonly #byAccount = new Map<string, Set<Bind>>();
  readonly #listeners = new Set<OnBindChange>();

  get size(): number {
    return this.#all.size;
  }

  all(): Iterable<Bind> {
    return this.#all.values();
  }

  find(id: string): Bind | undefined {
    return this.#all.get(id);
  }

  of(accountId: string): Bind[] {
    return [...(this.#byAccount.get(accountId) ?? [])];
  }

  /** Binds that messages and receipts of this account can go to, with or without room. */
  responsive(accountId: string): Bind[] {
    return this.of(accountId).filter(({ isResponsive }) => isResponsive);
  }

  accounts(): Iterable<string> {
    return this.#byAccount.keys();
  }

  /** Returns a function that removes the listener. */
  onChange(listener: OnBindChange): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  add(bind: Bind): void {
    this.#all.set(bind.id, bind);
    const others = this.#byAccount.get(bind.accountId);
    if (others) others.add(bind);
    else this.#byAccount.set(bind.accountId, new Set([bind]));
    this.#notify({ kind: 'bound', bind });
  }

  remove(bind: Bind): void {
    if (!this.#all.delete(bind.id)) return;
    const others = this.#byAccount.get(bind.accountId);
    others?.delete(bind);
    if (others?.size === 0) this.#byAccount.delete(bind.accountId);
    this.#notify({ kind: 'closed', bind });
  }

  room(bind: Bind): void {
    if (this.#all.has(bind.id)) this.#notify({ kind: 'room', bind });
  }

  #notify(change: BindChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

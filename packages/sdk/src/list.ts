import type { CallOptions } from './options.ts';
import type { Call, QueryValue, Transport } from './transport.ts';

export type Page<Item> = {
  readonly items: readonly Item[];
  /** `cursor` of the next page; undefined on the last page. */
  readonly nextCursor: string | undefined;
};

const usualPageSize = 200;

/**
 * `for await (const message of hermod.messages.list())` fetches pages as they are needed. A filtered page may be empty although it is
 * not the last.
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #fetchPage: (cursor: string | undefined) => Promise<Page<Item>>;
  readonly #cursor: string | undefined;

  constructor(fetchPage: (cursor: string | undefined) => Promise<Page<Item>>, cursor: string | undefined) {
    this.#fetchPage = fetchPage;
    this.#cursor = cursor;
  }

  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    let cursor = this.#cursor;
    do {
      const page = await this.#fetchPage(cursor);
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** The first items, at most `most`. */
  async first(most: number): Promise<Item[]> {
    const found: Item[] = [];
    if (most <= 0) return found;
    for await (const item of this) if (found.push(item) >= most) break;
    return found;
  }
}

type ListFilter = Readonly<Record<string, QueryValue>> & { cursor?: string | undefined; pageSize?: number | undefined };

/** The list of a path; `name`: the field of the response that contains the items. */
export function listOf<Item>(
  transport: Transport,
  path: string,
  name: string,
  { pageSize = usualPageSize, cursor, ...query }: ListFilter,
  options: CallOptions | undefined,
): List<Item> {
  return new List(async (cursor) => {
    const call: Call = { method: 'GET', path, query: { ...query, limit: pageSize, cursor }, repeatable: true };
    const page = await transport.call<Record<string, unknown>>(call, options);
    return { items: page[name] as Item[], nextCursor: page['nextCursor'] as string | undefined };
  }, cursor);
}

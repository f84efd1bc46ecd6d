import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { fairLoop } from '../../bounds/fair-loop.ts';
import type { Limit } from '../../bounds/limit.ts';
import { Limiter, LimitReached } from '../../bounds/limiter.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import type { Db } from '../../database/db.ts';
import { csvLine } from '../../domain/csv/writer.ts';
import { statusOf } from '../../domain/message/message.ts';
import { formatMoney, parseMoney } from '../../domain/money/money.ts';
import { listExplained } from '../../flows/messages/reasons.ts';
import type { AnyMessageRow, MessageFilter } from '../../store/message/all-messages.ts';
import type { Walked } from '../../store/scan/walk.ts';
import { HttpError } from '../server/errors.ts';
import type { Serving } from '../server/serving.ts';
import { type Reader, reasonTextFor } from '../shared/messages.ts';

export const csvAnswer = (description: string) => ({
  description,
  content: { 'text/csv': { schema: { type: 'string' } } },
});

const busy = 'Another file is being written for you; wait for its end';
export const tooManyFiles = `error: 429 - ${busy}`;

const waitMs = 1_000;
/** After each page an export sleeps for as long as the page took, at most this many milliseconds: half of the time is left to requests. */
const longestRestMs = 500;

export type Export<Row = AnyMessageRow, Filter = MessageFilter> = {
  readonly owner: string;
  readonly filter: Filter;
  readonly columns: readonly (readonly [name: string, of: (row: Row) => string | number | null])[];
};

/** A list to export, read newest first, page by page. */
type Listing<Row, Filter> = {
  readonly name: string;
  read(db: Db, filter: Filter): Promise<Walked<Row>>;
};

const messages: Listing<AnyMessageRow, MessageFilter> = { name: 'messages.csv', read: listExplained };

export const messageColumns = (reader: Reader): Export['columns'] => [
  ['messageId', (row) => row.id],
  ['status', (row) => statusOf(row.state, row.scheduled_at !== null)],
  ['sender', (row) => row.sender],
  ['destination', (row) => row.destination],
  ['country', (row) => row.country],
  ['segmentCount', (row) => row.segments],
  ['encoding', (row) => row.encoding],
  ['price', (row) => formatMoney(parseMoney(row.price))],
  ['scheduledAt', (row) => row.scheduled_at?.toISOString() ?? null],
  ['acceptedAt', (row) => row.accepted_at.toISOString()],
  ['updatedAt', (row) => row.state_at.toISOString()],
  ['reason', (row) => row.reason],
  ['reasonText', (row) => reasonTextFor(reader, row.explained) ?? null],
  ['reference', (row) => row.reference],
];
export const contentColumn: Export['columns'][number] = ['content', (row) => row.content];

type Below = { readonly before: string; readonly limit: number };

/**
 * Exports lists of any length as CSV. The next page is read from the database only after the client has read the previous one, so a slow
 * client delays only itself. A client that stops reading is disconnected; a closed connection ends the export.
 */
export class Exports {
  readonly #reads: Serving['reads'];
  readonly #running: Limiter;

  /** `most`: concurrent exports per owner, in this process. */
  constructor({ reads }: Pick<Serving, 'reads'>, { most }: Limit) {
    this.#reads = reads;
    this.#running = new Limiter({ total: Number.MAX_SAFE_INTEGER, perOwner: most });
  }

  send(reply: FastifyReply, request: Export): FastifyReply {
    return this.sendList(reply, request, messages);
  }

  sendList<Row, Filter extends Below>(
    reply: FastifyReply,
    request: Export<Row, Filter>,
    listing: Listing<Row, Filter>,
  ): FastifyReply {
    const { owner } = request;
    if (!this.#running.tryEnter(owner)) throw new HttpError(429, busy, { 'retry-after': '10' });
    const file = Readable.from(this.#lines(request, listing), { objectMode: false });
    // Emitted in every case: read completely, aborted, or never started.
    file.once('close', () => this.#running.leave(owner));
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${listing.name}"`)
      .send(file);
  }

  async *#lines<Row, Filter extends Below>(
    { owner, filter, columns }: Export<Row, Filter>,
    listing: Listing<Row, Filter>,
  ): AsyncGenerator<string> {
    yield csvLine(columns.map(([name]) => name));
    let { before } = filter;
    for (;;) {
      const began = performance.now();
      const next = { ...filter, before, limit: httpLimits.exportPageRows.most };
      const page = await this.#page(owner, (db) => listing.read(db, next));
      await fairLoop.turn(owner);
      const lines = page.rows.map((row) => csvLine(columns.map(([, of]) => of(row)))).join('');
      const restMs = Math.min(longestRestMs, performance.now() - began);
      if (lines !== '') yield lines;
      if (page.complete || page.lastSeen === undefined) return;
      before = page.lastSeen;
      await sleep(restMs);
    }
  }

  /** Retries while the limit of reads is reached: an incomplete file would be worthless. */
  async #page<Row>(owner: string, read: (db: Db) => Promise<Walked<Row>>): Promise<Walked<Row>> {
    for (;;) {
      try {
        return await this.#reads.run(owner, read);
      } catch (error) {
        if (!(error instanceof LimitReached)) throw error;
        await sleep(waitMs);
      }
    }
  }
}

import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { errorResponse } from '../schemas/errors.ts';
import { HttpError } from '../server/errors.ts';

/** The content of a CSV file, and an example. */
export type Csv = readonly [things: string, example: string];

const sendCsv = ([things]: Csv) => `Send the ${things} as text/csv`;

/** Replaces all parsers by one for CSV; call it in an encapsulated scope only. */
export function readCsv(scope: FastifyInstance, csv: Csv): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (isUtf8(bytes as Buffer)) done(null, bytes.toString());
    else done(new HttpError(400, 'The file is not UTF-8; save it as "CSV UTF-8"'));
  });
  scope.addContentTypeParser('*', (_request, _payload, done) => done(new HttpError(415, sendCsv(csv))));
}

export const csvSchema = ([, example]: Csv) => ({
  consumes: ['text/csv'],
  body: { content: { 'text/csv': { schema: { type: 'string', examples: [example] } } } },
});

export const csvErrors = (csv: Csv) => ({
  415: errorResponse('The Content-Type is not text/csv', { type: `error: 415 - ${sendCsv(csv)}` }),
});

import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { type Static, Type } from '../../base/type.ts';
import type { Principal } from '../../store/account/keys.ts';
import { anything, closed, named } from '../schemas/fields.ts';
import { answer } from '../schemas/messages.ts';

/** Tests an e-mail, complete or only its text, without sending anything. With `asker`, it needs no key. The e-mail edge implements this. */
export type TestEmail = (source: string | Uint8Array, asker?: Principal) => Promise<{ readonly outcome: string }>;

const TestBody = closed(
  {
    raw: Type.Optional(Type.String({ minLength: 1, description: 'Complete e-mail with headers' })),
    text: Type.Optional(Type.String({ minLength: 1, description: 'Text of the e-mail only' })),
  },
  { minProperties: 1, maxProperties: 1 },
);

export const EmailTest = named('EmailTrial', {
  outcome: Type.Enum(['sent', 'dropped', 'rejected', 'error']),
  reason: Type.Optional(Type.String()),
  text: Type.String({ description: 'Text that the tags are read from, with the key masked' }),
  tags: anything('Tags read from the text; the key is shortened to its prefix'),
  from: Type.Array(Type.String(), { description: 'Addresses in the From header' }),
  allowedFrom: Type.Array(Type.String(), {
    description: 'Addresses that may use the key; empty: any address. SPF and DKIM are not checked',
  }),
  preview: Type.Optional(Type.Ref('Preview')),
});

/** Headers in front of a text, so that a text that begins like a header is not parsed as one. */
const plainText = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n';

/** `scope` must be encapsulated, because this adds a parser for complete e-mails of at most `mostBytes`. */
export function emailTestRoute(
  scope: FastifyInstance,
  path: string,
  mostBytes: number,
  { schema, ...options }: RouteShorthandOptions,
  test: (source: string | Uint8Array, request: FastifyRequest) => ReturnType<TestEmail>,
): void {
  scope.addContentTypeParser('message/rfc822', { parseAs: 'buffer', bodyLimit: mostBytes }, (_request, bytes, done) =>
    done(null, bytes),
  );
  scope.post(path, {
    ...options,
    schema: {
      operationId: 'tryEmail',
      ...schema,
      body: {
        content: {
          'application/json': { schema: TestBody },
          'message/rfc822': { schema: { description: 'A complete e-mail with headers' } },
        },
      },
      response: { 200: answer('EmailTrial', 'The result of the test'), ...(schema?.response as object) },
    },
    handler: (request) => {
      const body = request.body as Static<typeof TestBody> | Buffer;
      return test(body instanceof Uint8Array ? body : (body.raw ?? `${plainText}${body.text}`), request);
    },
  });
}

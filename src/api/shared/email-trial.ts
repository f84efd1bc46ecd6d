import type { FastifyInstance } from 'fastify';
import { type Static, Type } from '../../base/type.ts';
import type { Principal } from '../../store/account/keys.ts';
import { closed, named } from '../schemas/fields.ts';

/**
 * Tests an e-mail, complete or only its text, without sending anything. With `asker`, the e-mail needs no key. The e-mail edge provides
 * it.
 */
export type TryEmail = (source: string | Uint8Array, asker?: Principal) => Promise<{ readonly outcome: string }>;

const anything = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

export const TryBody = closed(
  {
    raw: Type.Optional(Type.String({ minLength: 1, description: 'Complete e-mail with headers' })),
    text: Type.Optional(Type.String({ minLength: 1, description: 'Text of the e-mail only' })),
  },
  { minProperties: 1, maxProperties: 1 },
);

export const EmailTrial = named('EmailTrial', {
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

/** A JSON body, or the bytes of a complete e-mail. */
export type TriedMail = Static<typeof TryBody> | Buffer;

/** Adds a parser for complete e-mails; call it in an encapsulated scope only. */
export function readMails(scope: FastifyInstance, bodyLimit: number): void {
  scope.addContentTypeParser('message/rfc822', { parseAs: 'buffer', bodyLimit }, (_request, bytes, done) =>
    done(null, bytes),
  );
}

/** Headers in front of a text, so that a text that begins like a header is not parsed as one. */
const plainText = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n';

export function textOfMail(body: TriedMail): string | Uint8Array {
  return body instanceof Uint8Array ? body : (body.raw ?? `${plainText}${body.text}`);
}

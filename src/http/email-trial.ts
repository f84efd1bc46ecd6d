import type { FastifyInstance } from 'fastify';
import { type Static, Type } from '../base/type.ts';
import type { Principal } from '../store/account/keys.ts';
import { closed, named } from './schemas/fields.ts';

/**
 * What would come of a mail, whole or only its text; nothing is sent. An account that asks need not give its key. The edge that
 * reads mails hands it in.
 */
export type TryEmail = (source: string | Uint8Array, asker?: Principal) => Promise<{ readonly outcome: string }>;

const anything = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

export const TryBody = closed(
  {
    raw: Type.Optional(Type.String({ minLength: 1, description: 'A whole mail, headers and all' })),
    text: Type.Optional(Type.String({ minLength: 1, description: 'Only its text' })),
  },
  { minProperties: 1, maxProperties: 1 },
);

export const EmailTrial = named('EmailTrial', {
  outcome: Type.Enum(['sent', 'dropped', 'rejected', 'error']),
  reason: Type.Optional(Type.String()),
  text: Type.String({ description: 'What tags are read from, key masked' }),
  tags: anything('What was read; of the key only its beginning'),
  from: Type.Array(Type.String(), { description: 'Addresses in the From header' }),
  allowedFrom: Type.Array(Type.String(), {
    description: 'Only these may use the key; none: any. SPF and DKIM are not tried',
  }),
  preview: Type.Optional(Type.Ref('Preview')),
});

/** As JSON, or as it is. */
export type TriedMail = Static<typeof TryBody> | Buffer;

/** Only in a scope of its own: nowhere else is a mail read as it is, in bytes of any charset and with its attachments. */
export function readMails(scope: FastifyInstance, bodyLimit: number): void {
  scope.addContentTypeParser('message/rfc822', { parseAs: 'buffer', bodyLimit }, (_request, bytes, done) =>
    done(null, bytes),
  );
}

/** So that a text which begins like a header is a text all the same. */
const plainText = 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n';

export function textOfMail(body: TriedMail): string | Uint8Array {
  return body instanceof Uint8Array ? body : (body.raw ?? `${plainText}${body.text}`);
}

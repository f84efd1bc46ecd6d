import { Type } from '../../base/type.ts';
import { sendingLimits } from '../../bounds/limits/sending.ts';
import { closed, named, uuid } from './fields.ts';
import { Message } from './messages.ts';

export const messageIds = Type.Array(uuid(), {
  minItems: 1,
  maxItems: sendingLimits.selectedMessages.most,
  description: 'Ids of messages; a repeated id counts once',
});

/** In lower case, as ids are compared and shown. */
export const distinctIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];

/** The body of operations on several messages of an account. */
export const Selection = closed({ messageIds });

export const CancelledSelection = named('CancelledSelection', {
  cancelled: Type.Integer({ description: 'Number of messages that are CANCELLED' }),
  messages: Type.Array(
    Type.Object({
      messageId: uuid(),
      status: Message.properties.status,
      cancelled: Type.Boolean({ description: 'Whether the message is CANCELLED, now or since an earlier request' }),
    }),
    { description: 'One entry per message, in the order of the request' },
  ),
});

export const refused = Type.Array(
  Type.Object({ messageId: uuid(), error: Type.String({ description: 'Error text that sending it would return' }) }),
  { description: 'Messages that cannot be sent again' },
);

export const previewCounts = {
  messages: Type.Integer({ description: 'Number of messages that would be sent, without the refused ones' }),
  segments: Type.Integer({ description: 'SMS segments of all of them' }),
};

export const resentMessages = Type.Array(
  Type.Object({ messageId: uuid('The original message'), resentAs: uuid('The new message') }),
  { description: 'One entry per message, in the order of the request' },
);

const price = Type.Number({ description: 'Total price of the new messages' });
const currency = Type.String();

export const ResendPreview = named('ResendPreview', { ...previewCounts, price, currency, refused });

export const ResentMessages = named('ResentMessages', { messages: resentMessages, price, currency });

export const selectionSchemas = [CancelledSelection, ResendPreview, ResentMessages];

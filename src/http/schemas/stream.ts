import { Type } from '../../base/type.ts';

const changes = ['carriers', 'senders', 'inbound', 'deliveries', 'emails'];

/** The events of a stream, as what their `event` and `data` lines hold. */
export const streamEvent = (id: string, now: string, message: string) =>
  Type.Union(
    [
      Type.Object(
        { event: Type.Literal('now'), data: Type.Ref(now) },
        { description: 'How things are, every two seconds' },
      ),
      Type.Object(
        {
          event: Type.Literal('messages'),
          data: Type.Object({
            messages: Type.Array(Type.Ref(message), {
              description: 'As in the list, without texts; the oldest first, at most 100',
            }),
            skipped: Type.Optional(Type.Integer({ description: 'About how many more there were' })),
          }),
        },
        { description: 'New messages, and those of the last few hundred whose state has changed' },
      ),
      Type.Object(
        { event: Type.Literal('changed'), data: Type.Object({ what: Type.Enum(changes) }) },
        { description: 'A list is not what it was; told every five seconds at most' },
      ),
      Type.Object(
        { event: Type.Literal('reset'), data: Type.Object({}) },
        { description: 'What was missed is not known any more: read everything again' },
      ),
    ],
    { $id: id },
  );

export const StreamEvent = streamEvent('StreamEvent', 'Now', 'Message');
export const OperatorStreamEvent = streamEvent('OperatorStreamEvent', 'OperatorNow', 'MessageDetails');

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ maxLength: 100, description: 'The last `id` that was read: what came after it is sent first' }),
  ),
});

export const streamAnswer = (schema: string) => ({
  description: 'Events, for as long as they are read',
  content: { 'text/event-stream': { schema: Type.Ref(schema) } },
});

export const streamDescription = (
  schema: string,
) => `Server-sent events, whose \`event\` and \`data\` are those of ${schema}.
The \`id\` behind them is a time: sent as \`Last-Event-ID\`, to any process, it brings what was missed in the last minutes, or a
\`reset\`. A message may come twice. Comments keep the connection open. Who reads too slowly is cut off, and at most 10 streams of
an account are open on a process.`;

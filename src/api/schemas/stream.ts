import { Type } from '../../base/type.ts';

const changes = ['carriers', 'senders', 'inbound', 'deliveries', 'emails'];

/** The events of a stream: the content of their `event` and `data` lines. */
const streamEvent = (id: string, now: string, message: string) =>
  Type.Union(
    [
      Type.Object(
        { event: Type.Literal('now'), data: Type.Ref(now) },
        { description: 'Current figures, every two seconds' },
      ),
      Type.Object(
        {
          event: Type.Literal('messages'),
          data: Type.Object({
            messages: Type.Array(Type.Ref(message), {
              description: 'Messages as in the list, without texts; oldest first, at most 100',
            }),
            skipped: Type.Optional(Type.Integer({ description: 'Approximate number of omitted messages' })),
          }),
        },
        { description: 'New messages, and recent messages (the last few hundred) whose status has changed' },
      ),
      Type.Object(
        { event: Type.Literal('changed'), data: Type.Object({ what: Type.Enum(changes) }) },
        { description: 'A list has changed; sent at most every five seconds' },
      ),
      Type.Object(
        { event: Type.Literal('reset'), data: Type.Object({}) },
        { description: 'Missed events are no longer available; reload all data' },
      ),
    ],
    { $id: id },
  );

export const StreamEvent = streamEvent('StreamEvent', 'Now', 'Message');
export const OperatorStreamEvent = streamEvent('OperatorStreamEvent', 'OperatorNow', 'MessageDetails');

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ maxLength: 100, description: 'Last `id` received; later events are sent first' }),
  ),
});

export const streamAnswer = (schema: string) => ({
  description: 'Events, until the client disconnects',
  content: { 'text/event-stream': { schema: Type.Ref(schema) } },
});

export const streamDescription = (
  schema: string,
) => `Returns server-sent events; \`event\` and \`data\` are described by ${schema}.
Each group of events ends with an \`id\`, a timestamp. Send it as \`Last-Event-ID\`, to any process, to get the events missed in the last
few minutes, or a \`reset\`. A message may be sent twice. Comments keep the connection open. A client that reads too slowly is
disconnected. At most 10 streams per account are open on a process.`;

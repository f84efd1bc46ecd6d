/** Reads server-sent events as a browser does, and keeps all that came. */
import { request } from 'undici';
import { until } from '../dispatch/carrier.ts';
import { adminToken } from '../harness/service.ts';

export type StreamEvent = { event: string; data: Record<string, unknown> };
type MessageShown = { messageId: string; accountId?: string; status: string };
type Read = { readonly text: string; readonly events: readonly StreamEvent[] };

export type EventStream = Read & {
  /** What a browser would send as Last-Event-ID. */
  readonly lastId: string | undefined;
  /** How it has ended; undefined while it is open. */
  readonly ended: 'by the service' | 'cut' | undefined;
  until(condition: (read: Read) => boolean): Promise<void>;
  /** All messages that came, each as it was last shown. */
  messages(): Map<string, MessageShown>;
  of(event: string): StreamEvent['data'][];
  close(): Promise<void>;
};

export const asOperator = { authorization: `Bearer ${adminToken}` };

export async function openStream(base: string, path: string, headers: Record<string, string>): Promise<EventStream> {
  const { statusCode, headers: answered, body } = await request(base + path, { headers, bodyTimeout: 0 });
  if (statusCode !== 200) throw new Error(`${statusCode} ${await body.text()}`);
  if (answered['content-type'] !== 'text/event-stream; charset=utf-8') throw new Error('it is not a stream of events');
  let text = '';
  let ended: EventStream['ended'];
  const events: StreamEvent[] = [];
  let lastId: string | undefined;
  let at = 0;
  const take = () => {
    for (let end = text.indexOf('\n\n', at); end >= 0; end = text.indexOf('\n\n', at)) {
      const fields = new Map(
        text
          .slice(at, end)
          .split('\n')
          .map((line) => line.split(/: ?(.*)/s, 2) as [string, string]),
      );
      at = end + 2;
      lastId = fields.get('id') ?? lastId;
      const [event, data] = [fields.get('event'), fields.get('data')];
      if (event !== undefined && data !== undefined) events.push({ event, data: JSON.parse(data) });
    }
  };
  body.setEncoding('utf8');
  body.on('data', (piece: string) => {
    text += piece;
    take();
  });
  body.on('end', () => {
    ended = 'by the service';
  });
  body.on('error', () => {
    ended ??= 'cut';
  });
  const stream: EventStream = {
    get text() {
      return text;
    },
    get lastId() {
      return lastId;
    },
    get ended() {
      return ended;
    },
    events,
    until: (condition) => until(() => condition(stream)),
    of: (event) => events.filter((each) => each.event === event).map(({ data }) => data),
    messages: () =>
      new Map(
        stream
          .of('messages')
          .flatMap(({ messages }) => messages as MessageShown[])
          .map((message) => [message.messageId, message]),
      ),
    close: async () => {
      body.destroy();
      await until(() => body.closed);
    },
  };
  return stream;
}

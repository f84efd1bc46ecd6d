/** OpenTelemetry from the view of a collector that receives the spans over HTTP. */
import { expect, test } from 'vitest';
import { addCarrier } from '../dispatch/carrier.ts';
import { webhookReceiver } from '../harness/receiver.ts';
import { testService } from '../harness/service.ts';

type Sent = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  links?: { traceId: string; spanId: string }[];
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status?: { code: number };
};
type Body = { resourceSpans: { resource: { attributes: unknown[] }; scopeSpans: { spans: Sent[] }[] }[] };

const collector = await webhookReceiver();
const customer = await webhookReceiver();
const { db, call } = await testService({
  OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b',
  OTEL_SERVICE_NAME: 'sms',
});
await addCarrier(db, 'simulator:');

const bodies = () => collector.received.map(({ body }) => JSON.parse(body) as Body);
const spans = () => bodies().flatMap(({ resourceSpans }) => resourceSpans[0]!.scopeSpans[0]!.spans);
const ofTrace = (traceId: string) => spans().filter((span) => span.traceId === traceId);
const trace = (messageId: string) => messageId.replaceAll('-', '');

async function send(destinations: string[], headers: Record<string, string> = {}): Promise<string[]> {
  const body = { sender: 'Hermod', destinations, message: { content: 'Hi' }, deliveryReportUrl: customer.url };
  const { status, body: answer } = await call({ path: '/v1/sms/messages', body, headers });
  expect(status).toBe(202);
  return (answer as { messages: { messageId: string }[] }).messages.map(({ messageId }) => messageId);
}

/** The spans of a delivered message: the first span, the submit, and its two reports. */
async function whole(messageId: string): Promise<Sent[]> {
  await expect.poll(() => ofTrace(trace(messageId)).length).toBe(4);
  return ofTrace(trace(messageId));
}

test('one trace from the request to the last webhook', async () => {
  const [id] = await send(['+38640123456']);
  const all = await whole(id!);
  expect(all.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['POST /v1/sms/messages', 'submit to carrier', 'POST webhook', 'POST webhook']),
  );
  const [root] = all.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(root!.name).toBe('POST /v1/sms/messages');
  for (const span of all) if (span !== root) expect(span.parentSpanId).toBe(root!.spanId);
  const reports = customer.received.filter(({ headers }) => headers['x-message-id'] === id);
  const told = new Set(reports.map(({ headers }) => headers['traceparent']));
  const posts = all.filter(({ name }) => name === 'POST webhook');
  expect(told).toEqual(new Set(posts.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`)));
});

test('spans identify the service, and contain nothing private', () => {
  const [first] = collector.received;
  expect(first).toMatchObject({ method: 'POST', path: '/v1/traces' });
  expect(first!.headers).toMatchObject({ 'content-type': 'application/json', 'x-tenant': 'a b' });
  expect(bodies()[0]!.resourceSpans[0]!.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'sms' },
  });
  const text = collector.received.map(({ body }) => body).join('');
  for (const secret of ['38640123456', '"Hi"', customer.url]) expect(text).not.toContain(secret);
});

test('a client’s trace is continued, and its messages are linked to it', async () => {
  const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  const traceparent = `00-${caller.traceId}-${caller.spanId}-01`;
  const ids = await send(['+38640123457', '+38640123458'], { traceparent });
  for (const id of ids) {
    const [root] = (await whole(id)).filter(({ parentSpanId }) => parentSpanId === undefined);
    expect(root).toMatchObject({ name: 'accept message', links: [{ traceId: caller.traceId }] });
  }
  const [request] = ofTrace(caller.traceId);
  expect(request).toMatchObject({ name: 'POST /v1/sms/messages', parentSpanId: caller.spanId });
  expect(request!.links!.map(({ traceId }) => traceId)).toEqual(ids.map(trace));
});

test('an unavailable collector costs spans, and nothing else', async () => {
  collector.answer = () => 503;
  const before = customer.received.length;
  await send(['+38640123459']);
  await customer.until(before + 2);
  const dropped = async () => {
    const { text } = await call({ path: '/metrics', key: null });
    return Number(/^hermod_trace_spans_total\{outcome="dropped"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  await expect.poll(dropped).toBeGreaterThan(0);
});

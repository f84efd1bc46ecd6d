import type { IncomingMessage } from 'node:http';
import type { Runtime } from '../../runtime.ts';

type TracedCall = { readonly began: number; readonly requestId: string };

/** Records the span of an accepted send request, if tracing is on. */
export function traceSend({ traces }: Runtime, { headers }: IncomingMessage, call: TracedCall, answer: string): void {
  traces?.accepted({
    began: call.began,
    name: 'POST /v1/sms/messages',
    traceparent: headers['traceparent'],
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/sms/messages',
      'http.response.status_code': 202,
      'hermod.request_id': call.requestId,
    },
    answer,
  });
}

import type { IncomingMessage } from 'node:http';
import type { Runtime } from '../runtime.ts';

type Visit = { readonly began: number; readonly requestId: string };

/** The span of a send request that was accepted, if anybody wants it. */
export function traceSend({ traces }: Runtime, { headers }: IncomingMessage, visit: Visit, answer: string): void {
  traces?.accepted({
    began: visit.began,
    name: 'POST /v1/sms/messages',
    traceparent: headers['traceparent'],
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/v1/sms/messages',
      'http.response.status_code': 202,
      'hermod.request_id': visit.requestId,
    },
    answer,
  });
}

import type { FastifyInstance } from 'fastify';
import { Limiter } from '../../bounds/limiter.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { badBody, commonErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { bodyLimit, refuseEncoded } from '../server/bodies.ts';
import type { Serving } from '../server/serving.ts';
import { readMails, type TriedMail, TryBody, type TryEmail, textOfMail } from '../shared/email-trial.ts';
import type { Authentication } from './auth.ts';
import { hourly } from './rates.ts';

/** Two threads parse e-mails, received ones included; tests of all accounts together use at most one of them. */
const limits = {
  total: httpLimits.emailTestsInProgress.most,
  perOwner: httpLimits.emailTestsInProgress.most,
  waiting: httpLimits.emailTestsWaiting.most,
  waitMs: httpLimits.emailTestsWaitSeconds.most * 1_000,
};

/** Needs an encapsulated scope: it adds a parser for e-mails. */
export function emailTrialRoute(
  scope: FastifyInstance,
  { clock }: Serving,
  auth: Authentication,
  tryEmail: TryEmail,
): void {
  const limiter = new Limiter(limits);
  // Only attachments make an e-mail larger, and no tag is read from them.
  readMails(scope, bodyLimit);
  scope.post<{ Body: TriedMail }>('/v1/emails/try', {
    bodyLimit,
    config: { readOnly: true },
    onRequest: [auth.read, refuseEncoded],
    preHandler: hourly(clock, httpLimits.emailTests, 'e-mail tests'),
    schema: {
      operationId: 'tryEmail',
      summary: 'Test an e-mail (extension)',
      description:
        'Returns what Email2SMS would do with an e-mail. Nothing is sent, charged or stored. Send a complete e-mail as message/rfc822, or ' +
        'only its text as JSON. Without `#apikey#` the e-mail is treated as one of the calling account.',
      tags: ['E-mails'],
      body: {
        content: {
          'application/json': { schema: TryBody },
          'message/rfc822': { schema: { description: 'A complete e-mail with headers' } },
        },
      },
      response: { 200: answer('EmailTrial', 'The result of the test'), ...badBody, ...commonErrors },
    },
    handler: async ({ principal, body }) => {
      await limiter.enter(principal.accountId);
      try {
        return await tryEmail(textOfMail(body), principal);
      } finally {
        limiter.leave(principal.accountId);
      }
    },
  });
}

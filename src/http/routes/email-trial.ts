import type { FastifyInstance } from 'fastify';
import { Limiter } from '../../bounds/limiter.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import type { Authentication } from '../auth.ts';
import { bodyLimit } from '../bodies.ts';
import { readMails, type TriedMail, TryBody, type TryEmail, textOfMail } from '../email-trial.ts';
import { refuseEncoded } from '../encoding.ts';
import { hourly } from '../rates.ts';
import { badBody, commonErrors } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import type { Serving } from '../serving.ts';

/** Mails are read in two threads, which those that come in need too: trials of all accounts together take one of them at most. */
const share = {
  total: httpLimits.emailTestsInProgress.most,
  perOwner: httpLimits.emailTestsInProgress.most,
  waiting: httpLimits.emailTestsWaiting.most,
  waitMs: httpLimits.emailTestsWaitSeconds.most * 1_000,
};

/** In a scope of its own, which reads mails. */
export function emailTrialRoute(
  scope: FastifyInstance,
  { clock }: Serving,
  auth: Authentication,
  tryEmail: TryEmail,
): void {
  const limiter = new Limiter(share);
  // Larger mails are larger by their attachments, which no tag is read from.
  readMails(scope, bodyLimit);
  scope.post<{ Body: TriedMail }>('/v1/emails/try', {
    bodyLimit,
    config: { readOnly: true },
    onRequest: [auth.read, refuseEncoded],
    preHandler: hourly(clock, httpLimits.emailTests, 'trials of e-mails'),
    schema: {
      operationId: 'tryEmail',
      summary: 'What would come of an e-mail (extension)',
      description:
        'Nothing is sent, charged or stored. A mail as it is comes as message/rfc822; a text that is pasted, as JSON. Without ' +
        '`#apikey#` it is tried as a mail of the account that asks.',
      tags: ['E-mails'],
      body: {
        content: {
          'application/json': { schema: TryBody },
          'message/rfc822': { schema: { description: 'A whole mail, headers and all' } },
        },
      },
      response: { 200: answer('EmailTrial', 'What would happen'), ...badBody, ...commonErrors },
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

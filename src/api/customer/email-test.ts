import type { FastifyInstance } from 'fastify';
import { Limiter } from '../../bounds/limiter.ts';
import { httpLimits } from '../../bounds/limits/http.ts';
import { badBody, commonErrors } from '../schemas/errors.ts';
import { bodyLimit, refuseEncoded } from '../server/bodies.ts';
import type { Serving } from '../server/serving.ts';
import { emailTestRoute, type TestEmail } from '../shared/email-test.ts';
import type { Authentication } from './auth.ts';
import { hourly } from './rates.ts';

/** Two threads parse e-mails, received ones included; tests of all accounts together use at most one of them. */
const limits = {
  total: httpLimits.emailTestsInProgress.most,
  perOwner: httpLimits.emailTestsInProgress.most,
  waiting: httpLimits.emailTestsWaiting.most,
  waitMs: httpLimits.emailTestsWaitSeconds.most * 1_000,
};

export function customerEmailTest(
  scope: FastifyInstance,
  { clock }: Serving,
  auth: Authentication,
  testEmail: TestEmail,
): void {
  const limiter = new Limiter(limits);
  const options = {
    bodyLimit,
    config: { readOnly: true },
    onRequest: [auth.read, refuseEncoded],
    preHandler: hourly(clock, httpLimits.emailTests, 'e-mail tests'),
    schema: {
      summary: 'Test an e-mail (extension)',
      description:
        'Returns what Email2SMS would do with an e-mail. Nothing is sent, charged or stored. Send a complete e-mail as message/rfc822, or ' +
        'only its text as JSON. Without `#apikey#` the e-mail is treated as one of the calling account.',
      tags: ['E-mails'],
      response: { ...badBody, ...commonErrors },
    },
  };
  // Only attachments make an e-mail larger, and tags in them are not read.
  emailTestRoute(scope, '/v1/emails/try', bodyLimit, options, async (source, { principal }) => {
    await limiter.enter(principal.accountId);
    try {
      return await testEmail(source, principal);
    } finally {
      limiter.leave(principal.accountId);
    }
  });
}

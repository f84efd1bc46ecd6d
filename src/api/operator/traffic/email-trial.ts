import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../../../runtime.ts';
import { errorResponse } from '../../schemas/errors.ts';
import { answer } from '../../schemas/messages.ts';
import { HttpError } from '../../server/errors.ts';
import { readMails, type TriedMail, TryBody, type TryEmail, textOfMail } from '../../shared/email-trial.ts';
import { operatorErrors } from '../errors.ts';

export function emailTrialRoutes(app: FastifyInstance, { config }: Runtime, tryEmail: TryEmail): void {
  const megabytes = config.emailMaxMegabytes;
  const bodyLimit = megabytes * 2 ** 20;
  const tooLarge = `The e-mail is larger than ${megabytes} MB (HERMOD_EMAIL_MAX_MB), and would be refused`;
  void app.register(async (scope) => {
    readMails(scope, bodyLimit);
    scope.post<{ Body: TriedMail }>('/emails/try', {
      onRequest: async ({ headers }) => {
        const isMail = headers['content-type']?.toLowerCase().startsWith('message/rfc822');
        if (isMail && Number(headers['content-length']) > bodyLimit) throw new HttpError(413, tooLarge);
      },
      schema: {
        operationId: 'tryEmail',
        summary: 'Test an e-mail',
        description:
          'Returns what Email2SMS would do with an e-mail. Nothing is sent, charged or stored. Send a complete e-mail, of any size and charset ' +
          'that the listener accepts, as message/rfc822, or only its text as JSON.',
        tags: ['Traffic'],
        body: {
          content: {
            'application/json': { schema: TryBody },
            'message/rfc822': { schema: { description: 'A complete e-mail with headers' } },
          },
        },
        response: {
          200: answer('EmailTrial', 'The result of the test'),
          ...operatorErrors,
          413: errorResponse('The e-mail is too large', { large: `error: 413 - ${tooLarge}` }),
        },
      },
      handler: ({ body }) => tryEmail(textOfMail(body)),
    });
  });
}

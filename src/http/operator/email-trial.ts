import type { FastifyInstance } from 'fastify';
import type { Runtime } from '../../runtime.ts';
import { readMails, type TriedMail, TryBody, type TryEmail, textOfMail } from '../email-trial.ts';
import { HttpError } from '../errors.ts';
import { errorResponse } from '../schemas/errors.ts';
import { answer } from '../schemas/messages.ts';
import { operatorErrors } from './errors.ts';

/** In a scope of its own: nowhere else is a mail read as it is, in bytes of any charset and with its attachments. */
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
        summary: 'What would come of an e-mail',
        description:
          'Nothing is sent, charged or stored. A mail as it is, of any size and charset that the listener takes, comes as ' +
          'message/rfc822; a text that is pasted, as JSON.',
        tags: ['Traffic'],
        body: {
          content: {
            'application/json': { schema: TryBody },
            'message/rfc822': { schema: { description: 'A whole mail, headers and all' } },
          },
        },
        response: {
          200: answer('EmailTrial', 'What would happen'),
          ...operatorErrors,
          413: errorResponse('It is too large', { large: `error: 413 - ${tooLarge}` }),
        },
      },
      handler: ({ body }) => tryEmail(textOfMail(body)),
    });
  });
}

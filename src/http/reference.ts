import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { version } from '../base/version.ts';
import type { Config } from '../config/config.ts';
import { documentRoute } from './document.ts';
import { policyOf } from './path-policy.ts';
import { referencePage } from './reference-page.ts';
import { requestExamples } from './schemas/request-examples.ts';
import { webhooks } from './schemas/webhook-events.ts';

const describe = (emailAddress: string) => `Send SMS over HTTP or e-mail, and learn by webhook what became of them.

Every request carries the header \`apikey\`, or the cookie of the console's session (then what changes something also
\`hermod-console: 1\`, and an operator who acts for an account names it in \`hermod-account\`). Every error is a JSON object with the one field \`error\`.
Operations marked *extension* go beyond the messaging interface and never change what it says.

## Webhooks

Delivery reports, inbound messages and changes of a sender's status are POSTed to your URLs; *Webhooks* below shows each with its
headers. All are signed as [Standard Webhooks](https://www.standardwebhooks.com) describes, with the secret that
\`POST /v1/webhooks/secret\` gives you; after a change of secret, both sign for 24 hours. An event may come twice, under the same
\`webhook-id\`.

## Email2SMS

A structured e-mail to ${emailAddress} sends an SMS by the same rules. Tags are in lower case, each on a line of its own; a value is
on the line after its tag.

\`\`\`
#apikey#
(your API key)
#sender#
MyShop
#startdestination#
+38640123456
040 111 222
#enddestination#
#startcontent#
Your order is ready.
#endcontent#
\`\`\`

Optional: \`#defaultcc#\` (country calling code for local numbers, 386), \`#isunicode#\`, \`#scheduledtime#\`, \`#pricereport#\`,
\`#callbackurl#\` (delivery report URL). Recipients are separated by lines, commas or semicolons; \`00\` becomes \`+\`, a leading
\`0\` the country, anything else gets the country in front, and each is sent to once. A key may be bound to addresses that it is used
from. Nothing comes back if the SMS was accepted; otherwise an e-mail says what to change.`;

/** The cookie of the console. Over TLS its name begins with `__Host-`. */
export const session = { type: 'apiKey', in: 'cookie', name: 'hermod_session' } as const;

/** The document comes from the very schemas that validate; the page reads it and brings its own scripts along. */
export async function reference(app: FastifyInstance, { serviceName, emailAddress }: Config): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${serviceName} API`,
        version,
        description: describe(emailAddress),
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: [
        { name: 'Messages', description: 'Send and follow messages' },
        { name: 'Senders', description: 'Register, confirm and delete what messages are sent from' },
        { name: 'Opt-outs', description: 'Who wants no messages: words, list, import and export' },
        { name: 'Verification', description: 'Codes that prove who has a phone number' },
        { name: 'Webhooks', description: 'What is sent to your endpoints, what was sent, and sending it again' },
        { name: 'Statistics', description: 'What becomes of your messages, live and over time' },
        { name: 'E-mails', description: 'What came of Email2SMS requests' },
        { name: 'Account', description: 'Balance, prices and ledger' },
        { name: 'Console', description: 'Logging in to the console, and links that lead there' },
      ],
      components: { securitySchemes: { apikey: { type: 'apiKey', in: 'header', name: 'apikey' }, session } },
      security: [{ apikey: [] }, { session: [] }],
      webhooks,
    },
    // The operator's endpoints have a document of their own.
    transform: ({ schema, url }) => ({
      schema: policyOf(url).document === 'operator' ? { ...schema, hide: true } : schema,
      url,
    }),
    refResolver: { buildLocalReference: (json) => json['$id'] as string },
  });
  referencePage(app, { document: '/openapi.json', title: `${serviceName} API reference` });
}

export function referenceRoutes(app: FastifyInstance): void {
  documentRoute(app, () => app.swagger(), requestExamples);
}

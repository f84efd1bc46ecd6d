import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { exampleRequest } from '../../domain/email2sms/example.ts';
import { requestExamples } from '../schemas/request-examples.ts';
import { webhooks } from '../schemas/webhook-events.ts';
import { policyOf } from '../server/path-policy.ts';
import { documentOptions, documentRoute, referencePage } from './page.ts';

const describe = (emailAddress: string) => `Send SMS by HTTP or e-mail, and receive delivery reports by webhook.

Authenticate with the header \`apikey\`, or with the cookie of a console session. Requests with a cookie that change something also need
the header \`hermod-console: 1\`; an operator who acts for an account names it in the header \`hermod-account\`. Every error is a JSON object
with the single field \`error\`. Operations marked *extension* go beyond the messaging interface and do not change its behaviour.

## Webhooks

Delivery reports, inbound messages and sender status changes are POSTed to your URLs; *Webhooks* below describes each with its headers. All
are signed according to [Standard Webhooks](https://www.standardwebhooks.com), with the secret returned by \`POST /v1/webhooks/secret\`. After
a rotation, webhooks are signed with both secrets for 24 hours. An event may be delivered twice, with the same \`webhook-id\`.

## Email2SMS

A structured e-mail to ${emailAddress} sends an SMS by the same rules. Each tag is in lower case on its own line; its value is on the next
line.

\`\`\`
${exampleRequest({ key: '(your API key)', sender: 'MyShop' })}
\`\`\`

Optional: \`#defaultcc#\` (country calling code for local numbers, 386), \`#isunicode#\`, \`#scheduledtime#\`, \`#pricereport#\`,
\`#callbackurl#\` (delivery report URL), \`#reference#\` (extension: your own text). Recipients are separated by lines, commas or
semicolons. A leading \`00\` becomes \`+\`, a leading \`0\` is replaced by the country code, and other numbers get the country code as prefix;
duplicates are removed. A key may be restricted to author addresses. An accepted e-mail gets no reply; otherwise an e-mail describes the
error.`;

export async function reference(app: FastifyInstance, { serviceName, emailAddress }: Config): Promise<void> {
  await app.register(swagger, {
    ...documentOptions({
      title: `${serviceName} API`,
      description: describe(emailAddress),
      tags: [
        { name: 'Messages', description: 'Send and track messages' },
        { name: 'Senders', description: 'Register, confirm and delete sender IDs' },
        { name: 'Opt-outs', description: 'Recipients who opted out: keywords, list, import and export' },
        { name: 'Verification', description: 'Verify phone numbers with codes' },
        { name: 'Webhooks', description: 'Webhook events, deliveries and retries' },
        { name: 'Statistics', description: 'Message statistics, live and over time' },
        { name: 'E-mails', description: 'Email2SMS requests and their outcomes' },
        { name: 'Account', description: 'Balance, prices and transactions' },
        { name: 'Console', description: 'Sign-in to the console, sessions and credentials' },
      ],
      by: 'apikey',
      webhooks,
    }),
    // The operator API has a separate document.
    transform: ({ schema, url }) => ({
      schema: policyOf(url).document === 'operator' ? { ...schema, hide: true } : schema,
      url,
    }),
  });
  referencePage(app, `${serviceName} API reference`);
}

export function referenceRoutes(app: FastifyInstance): void {
  documentRoute(app, () => app.swagger(), requestExamples);
}

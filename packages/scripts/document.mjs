// The part of docs/openapi.json that the clients speak: what customers' programs call. A new operation belongs into one of the
// two lists; until then the check fails.
import { readFileSync } from 'node:fs';

const served = [
  'sendMessages',
  'listMessages',
  'previewMessages',
  'getMessage',
  'cancelMessage',
  'cancelMessages',
  'resendMessages',
  'previewResend',
  'getTimeline',
  'listInbound',
  'registerSender',
  'listSenders',
  'getSender',
  'updateSender',
  'deleteSender',
  'confirmSender',
  'requestSenderCode',
  'getAccount',
  'listLedger',
  'listDeliveries',
  'getDelivery',
  'listEndpoints',
  'replayDelivery',
  'replayDeliveries',
  'rotateWebhookSecret',
  'sendSampleEvent',
  'startVerification',
  'checkVerification',
  'listVerifyTemplates',
  'setVerifyTemplate',
  'deleteVerifyTemplate',
];

/** Without a method of their own; available with `hermod.request(…)`. */
const leftOut = {
  'for the console and for people': ['createConsoleLink', 'getFirstSteps', 'getOverview', 'streamEvents', 'tryEmail'],
  'of a console session, which programs do not have': [
    'listKeys',
    'issueKey',
    'getKey',
    'changeKey',
    'rotateKey',
    'revokeKey',
  ],
  'for setting up an account, in the console or by a command': [
    'listWebhookEndpoints',
    'createWebhookEndpoint',
    'getWebhookEndpoint',
    'changeWebhookEndpoint',
    'deleteWebhookEndpoint',
    'rotateWebhookEndpointSecret',
    'testWebhookEndpoint',
    'countFailedDeliveries',
    'replayWebhookEndpoint',
  ],
  'of Email2SMS, which works without a client': ['listEmails', 'getEmail'],
  'of texts that people write': [
    'listTemplates',
    'createTemplate',
    'getTemplate',
    'changeTemplate',
    'deleteTemplate',
    'listTemplateVersions',
    'previewTemplate',
  ],
  'of lists that are kept by hand, by words or by files': [
    'listOptOuts',
    'addOptOuts',
    'deleteOptOut',
    'downloadOptOuts',
    'importOptOuts',
    'getOptOutSettings',
    'changeOptOutSettings',
  ],
  'for reports and spreadsheets': [
    'downloadMessages',
    'downloadLedger',
    'getStatistics',
    'getStatisticsBy',
    'getStatisticsByAsCsv',
  ],
};

export const events = ['DeliveryReport', 'InboundMessage', 'SenderStatusEvent'];

/** Without operations, answers and schemas that the clients do not need. */
export function clientDocument() {
  const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  const paths = Object.entries(document.paths).map(([path, item]) => [path, itemOf(item)]);
  const kept = Object.fromEntries(paths.filter(([, item]) => Object.keys(item).length > 0));
  const { schemas } = document.components;
  const names = reachable([...references(kept), ...events], schemas);
  return { ...document, paths: kept, webhooks: {}, components: { schemas: pick(schemas, names) } };
}

/** What the document and the lists above do not agree on. */
export function listProblems() {
  const document = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
  const there = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([, item]) => Object.values(item).map(({ operationId }) => operationId));
  const listed = [...served, ...Object.values(leftOut).flat()];
  return [
    ...there.filter((name) => !listed.includes(name)).map((name) => `${name}: not in packages/scripts/document.mjs`),
    ...listed.filter((name) => !there.includes(name)).map((name) => `${name}: not in docs/openapi.json`),
  ];
}

function itemOf(item) {
  const operations = Object.entries(item).filter(([, { operationId }]) => served.includes(operationId));
  return Object.fromEntries(operations.map(([method, operation]) => [method, successOf(operation)]));
}

function successOf({ responses, ...operation }) {
  return { ...operation, responses: Object.fromEntries(Object.entries(responses).filter(([code]) => code < '300')) };
}

function reachable(names, schemas) {
  const found = new Set();
  const visit = (name) => {
    if (found.has(name)) return;
    found.add(name);
    for (const next of references(schemas[name])) visit(next);
  };
  for (const name of names) visit(name);
  return Object.keys(schemas).filter((name) => found.has(name));
}

function references(value) {
  return [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
}

function pick(schemas, names) {
  return Object.fromEntries(names.map((name) => [name, schemas[name]]));
}

import type { Static } from '../../base/type.ts';
import { type ReportRoute, reportRoutes } from '../../domain/receipt/report-target.ts';
import { webUrlFault } from '../../domain/webhook/web-url.ts';
import { requestCode } from '../../flows/accounts/sender-codes.ts';
import { loadAllowedRanges } from '../../flows/webhooks/webhook-targets.ts';
import { findSender, listSenders, type SenderRow, setUrls } from '../../store/sender/senders.ts';
import { bodyOf } from '../operation/row-body.ts';
import { badSenderRequest, noCodeNow, settingsErrors } from '../schemas/errors.ts';
import { SenderDetails, SenderList, SenderQuery, SenderSettings, settingsRules } from '../schemas/senders.ts';
import { HttpError } from '../server/errors.ts';
import { customerSenderOperations } from './operation.ts';
import { blocked, storable, tooManyCodes } from './senders.ts';

const operation = customerSenderOperations('Senders', {
  unknown: [404, 'Sender not found'],
  suspended: [400, 'The account is suspended'],
  blocked: [400, blocked],
});

/** Extensions of the sender endpoints: reading senders, setting their URLs, requesting a new code. */
export const senderSettingsOperations = [
  operation({
    id: 'listSenders',
    get: '/v1/senders',
    summary: 'List senders (extension)',
    description: 'Returns a page of senders, newest first.',
    query: SenderQuery,
    answer: [SenderList, 'A page of senders'],
    responses: badSenderRequest,
    shown: toDetails,
    list: (db, { principal: { accountId }, query: { status, channel } }, page) =>
      listSenders(db, { accountId, ...page, status, channel }),
  }),
  operation({
    id: 'getSender',
    get: '/v1/senders/:senderId',
    summary: 'Retrieve a sender (extension)',
    answer: [SenderDetails, 'The sender'],
    unknown: 'sender',
    responses: badSenderRequest,
    shown: toDetails,
    read: (db, { principal: { accountId }, params }) => findSender(db, { accountId, id: params.senderId }),
  }),
  operation({
    id: 'updateSender',
    patch: '/v1/senders/:senderId',
    summary: 'Update a sender (extension)',
    description:
      'Sets the URLs and delivery channels of a sender. null clears a field; omitted fields are not changed.',
    body: SenderSettings,
    rules: settingsRules,
    answer: [SenderDetails, 'The sender'],
    unknown: 'sender',
    responses: settingsErrors,
    shown: toDetails,
    write: async (db, { principal: { accountId }, params, body }, { config }) => {
      const urls = toUrls(body, await loadAllowedRanges({ config, db }, accountId));
      return setUrls(db, { accountId, id: params.senderId }, urls);
    },
  }),
  operation({
    id: 'requestSenderCode',
    post: '/v1/senders/:senderId/code',
    summary: 'Request a new sender code (extension)',
    description: 'At most once per minute and five times per hour. The previous code becomes invalid.',
    status: 202,
    answer: [SenderDetails, 'The sender; the code is being sent'],
    unknown: 'sender',
    responses: { ...badSenderRequest, ...noCodeNow },
    shown: toDetails,
    write: async (db, { principal: { accountId }, params }, { config }) => {
      const requested = await requestCode(db, config, { accountId, id: params.senderId });
      if (typeof requested === 'string' || 'id' in requested) return requested;
      if ('waitSeconds' in requested) throw tooManyCodes(requested.waitSeconds);
      const when = 'a code can be asked for while it is Confirmation Pending';
      throw new HttpError(409, `The sender is ${requested.notAwaiting}; ${when}`);
    },
  }),
];

function toUrls(body: Static<typeof SenderSettings>, allow: readonly string[]) {
  const { deliveryReportUrl, inboundUrl, statusCallbackUrl, receipts, inbound } = body;
  return {
    receipts: routeOf('receipts', receipts),
    inbound: routeOf('inbound', inbound),
    deliveryReportUrl: checked('deliveryReportUrl', deliveryReportUrl, allow),
    inboundUrl: checked('inboundUrl', inboundUrl, allow),
    statusCallbackUrl: statusCallbackUrl === undefined ? undefined : (storable(statusCallbackUrl) ?? null),
  };
}

function checked(name: string, url: string | null | undefined, allow: readonly string[]): string | null | undefined {
  if (url === '') return null;
  const fault = url === null || url === undefined ? undefined : webUrlFault(url, allow);
  if (fault === undefined) return url;
  throw new HttpError(400, `${name} ${fault}, or null`);
}

function routeOf(name: string, given: string | null | undefined): ReportRoute | null | undefined {
  if (given === undefined || given === null || given === '') return given === '' ? null : given;
  const route = reportRoutes.find((one) => one === given);
  if (route === undefined) throw new HttpError(400, `${name} must be one of ${reportRoutes.join(', ')}, or null`);
  return route;
}

function toDetails(row: SenderRow) {
  return bodyOf(SenderDetails, row, { reason: row.rejection_reason, updatedAt: row.status_at });
}

import { apiVersion, errorCode, messageStatus, sidOf } from '../../../domain/callback/twilio.ts';
import { statusOf } from '../../../domain/message/message.ts';
import type { MessageRow } from '../../../store/message/messages.ts';
import type { ReportedFacts } from '../../../store/message/reported.ts';

/** A message as Twilio shows it. */
export type Resource = Readonly<Record<string, unknown>>;

type Shown = {
  readonly id: string;
  readonly accountId: string;
  readonly to: string;
  readonly from: string;
  readonly body: string | null;
  readonly segments: number;
  readonly status: string;
  readonly error?: number | undefined;
  readonly created: Date;
  readonly updated: Date;
  readonly sent?: Date | undefined;
  readonly price?: string | undefined;
  readonly currency?: string | undefined;
};

/** One that was only just accepted. */
export function newResource(message: Omit<Shown, 'created' | 'updated'>, now: Date): Resource {
  return resource({ ...message, created: now, updated: now });
}

export function storedResource(
  accountId: string,
  row: MessageRow,
  facts: ReportedFacts | undefined,
  currency: string,
): Resource {
  const status = statusOf(row.state, row.scheduled_at !== null);
  const waits = status === 'SCHEDULED' && row.state === 'SCHEDULED';
  const reported = { status, reference: facts?.reference, receipt: facts?.receipt };
  return resource({
    id: row.id,
    accountId,
    to: row.destination,
    from: row.sender,
    body: row.content,
    segments: row.segments,
    status: waits ? 'scheduled' : messageStatus(reported),
    error: errorCode(reported),
    created: row.accepted_at,
    updated: row.state_at,
    sent: facts?.takenAt,
    price: Number(row.price) === 0 ? '0' : `-${row.price}`,
    currency,
  });
}

function resource({ id, accountId, ...message }: Shown): Resource {
  const [account, sid] = [sidOf('AC', accountId), sidOf('SM', id)];
  const uri = `/${apiVersion}/Accounts/${account}/Messages/${sid}`;
  return {
    account_sid: account,
    api_version: apiVersion,
    body: message.body,
    date_created: rfc2822(message.created),
    date_sent: message.sent === undefined ? null : rfc2822(message.sent),
    date_updated: rfc2822(message.updated),
    direction: 'outbound-api',
    error_code: message.error ?? null,
    error_message: null,
    from: message.from,
    messaging_service_sid: null,
    num_media: '0',
    num_segments: `${message.segments}`,
    price: message.price ?? null,
    price_unit: message.currency ?? null,
    sid,
    status: message.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: message.to,
    uri: `${uri}.json`,
  };
}

const rfc2822 = (date: Date): string => date.toUTCString().replace('GMT', '+0000');

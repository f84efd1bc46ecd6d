import type { Queryable } from '../../database/db.ts';
import { serviceAccountId } from '../../domain/access/service-account.ts';
import type { AccountView, SenderView } from '../../domain/message/send.ts';
import { type Money, parseMoney } from '../../domain/money/money.ts';
import type { ReportRoute } from '../../domain/receipt/report-target.ts';
import { endpointFor } from '../webhook/webhook-endpoints.ts';

/** An account as the send path sees it, at one version of the account's row. */
export type AccountContext = AccountView & {
  readonly id: string;
  readonly version: string;
  readonly status: 'active' | 'suspended';
  /** API keys and SMPP credentials. */
  readonly liveKeys: ReadonlySet<string>;
  /** The next time a price list begins or ends or a key expires, which does not change the version. */
  readonly validUntil: string;
  /** Whether recipients have opted out; only then they are looked up for each request. */
  readonly hasOptOuts: boolean;
  /** Whether there was no other customer when the context was read. A new customer does not change the version. */
  readonly isOnly: boolean;
};

type Row = Omit<AccountContext, 'liveKeys' | 'senders' | 'prices' | 'deliveryReportUrl'> & {
  endpoint: string | null;
  keys: string[];
  senders: [
    value: string,
    id: string,
    channel: string,
    status: string,
    url: string | null,
    receipts: ReportRoute | null,
  ][];
  prices: [country: string, unitPrice: string][];
};

export const contextSql = `
  SELECT a.id, a.version, a.status, a.receipts,
    ARRAY(SELECT k.id::text FROM api_keys k
      WHERE k.account_id = a.id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
      UNION ALL SELECT c.id::text FROM smpp_credentials c
      WHERE c.account_id = a.id AND c.revoked_at IS NULL AND (c.expires_at IS NULL OR c.expires_at > now())) AS keys,
    coalesce((SELECT json_agg(json_build_array(s.value, s.id, s.channel, s.status, s.delivery_report_url, s.receipts))
      FROM senders s WHERE s.account_id = a.id AND s.deleted_at IS NULL), '[]') AS senders,
    coalesce((SELECT json_agg(json_build_array(p.country, p.unit_price::text))
      FROM active_prices p WHERE p.account_id = a.id), '[]') AS prices,
    coalesce(least(
      (SELECT min(border) FROM account_price_lists l JOIN price_lists p ON p.id = l.price_list_id,
        LATERAL (VALUES (p.active_from), (p.active_to)) AS v (border) WHERE l.account_id = a.id AND border > now()),
      (SELECT min(k.expires_at) FROM api_keys k WHERE k.account_id = a.id AND k.expires_at > now()),
      (SELECT min(c.expires_at) FROM smpp_credentials c WHERE c.account_id = a.id AND c.expires_at > now())
    ), 'infinity')::text AS "validUntil",
    ${endpointFor('a.id', 'delivery report')} AS endpoint,
    EXISTS (SELECT 1 FROM opt_outs o WHERE o.account_id = a.id) AS "hasOptOuts",
    NOT EXISTS (SELECT 1 FROM accounts c WHERE c.id <> a.id AND c.id <> '${serviceAccountId}') AS "isOnly"
  FROM accounts a WHERE a.id = ANY ($1::uuid[])`;

export async function loadContexts(db: Queryable, accountIds: readonly string[]): Promise<Map<string, AccountContext>> {
  const { rows } = await db.query<Row>({ name: 'contexts', text: contextSql, values: [accountIds] });
  return new Map(rows.map((row) => [row.id, toContext(row)]));
}

function toContext({ keys, senders, prices, endpoint, ...row }: Row): AccountContext {
  return {
    ...row,
    liveKeys: new Set(keys),
    senders: toSenders(senders),
    deliveryReportUrl: endpoint ?? undefined,
    prices: new Map(prices.map(([country, unitPrice]): [string, Money] => [country, parseMoney(unitPrice)])),
  };
}

/** A sender registered for SMS takes precedence over other channels. */
function toSenders(rows: Row['senders']): Map<string, SenderView> {
  const senders = new Map<string, SenderView>();
  for (const [value, id, channel, status, url, receipts] of rows) {
    const elsewhere = channel !== 'SMS';
    if (elsewhere && senders.has(value)) continue;
    senders.set(value, {
      id,
      status: elsewhere ? `registered for ${channel}` : status,
      deliveryReportUrl: url ?? undefined,
      receipts: receipts ?? undefined,
    });
  }
  return senders;
}

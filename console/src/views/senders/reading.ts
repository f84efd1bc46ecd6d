import { useInfiniteQuery } from '@tanstack/react-query';
import { api, ask, type Customer, forAccount, type Operator } from '../../api/client.ts';
import { list, refresh } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';

/** One shape for both: what only the operator sees may be missing. */
export type Sender = {
  id: string;
  accountId?: string;
  value: string;
  isNumber: boolean;
  channel: 'SMS' | 'Viber';
  status: 'Pending' | 'Confirmation Pending' | 'Confirmed' | 'Rejected';
  reason?: string | undefined;
  wrongCodes?: number | undefined;
  blocked?: boolean | undefined;
  deliveryReportUrl: string;
  inboundUrl: string;
  statusCallbackUrl: string;
  createdAt: string;
  updatedAt: string;
};

export const statuses = ['Pending', 'Confirmation Pending', 'Confirmed', 'Rejected'] as const;
export const channels = ['SMS', 'Viber'] as const;
export const urlFields = ['deliveryReportUrl', 'inboundUrl', 'statusCallbackUrl'] as const;
export const readPaths = ['/v1/senders', '/admin/v1/senders'] as const;

export function useSenders(query: Record<string, string>) {
  const isOperator = useScope().kind === 'operator';
  const params = { query: { limit: '50', ...query } as never };
  const own = list('/v1/senders', { params });
  const all = list('/admin/v1/senders', { params }) as unknown as typeof own;
  const pages = useInfiniteQuery(isOperator ? all : own);
  const rows = pages.data?.pages.flatMap(({ senders }) =>
    isOperator ? (senders as unknown as Operator['SenderRecord'][]).map(fromOperator) : senders.map(fromCustomer),
  );
  return { pages, rows };
}

export function fromCustomer(sender: Customer['SenderDetails']): Sender {
  return { ...sender, ...urlsOf(sender), isNumber: sender.type === 1 };
}

export function fromOperator(sender: Operator['SenderRecord']): Sender {
  const { senderId, accountId, value, type, channel, status, rejectionReason, createdAt, statusAt } = sender;
  const { wrongCodes, blocked } = sender;
  return {
    ...{ id: senderId, accountId, value, isNumber: type === 1, channel, status, wrongCodes, blocked, createdAt },
    ...urlsOf(sender),
    reason: rejectionReason,
    updatedAt: statusAt,
  };
}

type Urls = { [F in (typeof urlFields)[number]]?: string | null | undefined };

function urlsOf({ deliveryReportUrl, inboundUrl, statusCallbackUrl }: Urls) {
  return {
    deliveryReportUrl: deliveryReportUrl ?? '',
    inboundUrl: inboundUrl ?? '',
    statusCallbackUrl: statusCallbackUrl ?? '',
  };
}

/** An operator deletes as the account would: it is the same operation. */
export async function deleteSender({ id, accountId }: Sender): Promise<void> {
  const headers = accountId === undefined ? {} : forAccount(accountId);
  await ask<unknown>(api.DELETE('/v1/senders/{senderId}', { params: { path: { senderId: id } }, headers }));
  await refresh(...readPaths);
}

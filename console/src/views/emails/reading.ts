import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, ask, type Customer, type Operator } from '../../api/client.ts';
import { list, read } from '../../api/queries.ts';
import { useScope } from '../../api/session.tsx';

/** As a customer gets it; an operator's also says whose it is and who brought it. Some roles see neither texts nor subject. */
export type Email = Omit<Customer['Email'], 'subject'> & {
  subject?: string;
  accountId?: string | null;
  peer?: string | null;
};
export type Mail = Omit<Operator['MailDetails'], 'subject'> & { subject?: string };
export type Trial = Customer['EmailTrial'];

export const outcomes = ['sent', 'repeated', 'dropped', 'rejected', 'error'] as const;
export const mailStates = ['waiting', 'kept', 'sent', 'given up'] as const;

export function useEmails(query: Record<string, string>) {
  const isOperator = useScope().kind === 'operator';
  const params = { query: { limit: '50', ...query } as never };
  const own = list('/v1/emails', { params });
  const all = list('/admin/v1/emails', { params }) as unknown as typeof own;
  const pages = useInfiniteQuery(isOperator ? all : own);
  return { pages, rows: pages.data?.pages.flatMap(({ emails }) => emails as Email[]) };
}

export function useEmail(emailId: string) {
  const isOperator = useScope().kind === 'operator';
  const params = { path: { emailId } };
  const own = read('/v1/emails/{emailId}', { params });
  const all = read('/admin/v1/emails/{emailId}', { params }) as unknown as typeof own;
  return useQuery(isOperator ? all : own);
}

/** A file goes as it is, in its own charset; what was pasted goes as text. */
export function tryEmail(isOperator: boolean, mail: string | Blob): Promise<Trial> {
  const init = typeof mail === 'string' ? { body: { raw: mail } } : wholeMail(mail);
  return ask<Trial>(isOperator ? api.POST('/admin/v1/emails/try', init) : api.POST('/v1/emails/try', init));
}

function wholeMail(file: Blob) {
  return {
    body: file as never,
    bodySerializer: (body: unknown) => body as Blob,
    headers: { 'content-type': 'message/rfc822' },
  };
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read, refresh } from '../../../api/queries.ts';
import { useScope } from '../../../api/session.tsx';
import { type SendRequest, useConfirmedSenders, useSending } from '../../../sending/sending.ts';
import { stepPaths } from './steps.ts';

/** The account and the sender of all messages that are sent from the checklist. */
export function useOrigin() {
  const scope = useScope();
  const [chosen, setAccount] = useState<string>();
  const { data } = useQuery({
    ...read('/admin/v1/accounts', { params: { query: { limit: '50' } } }),
    enabled: scope.kind === 'operator',
  });
  const account = chosen ?? data?.accounts.at(-1)?.accountId;
  const { senders, isPending } = useConfirmedSenders(account);
  const [sender, setSender] = useState<string>();
  const from = sender ?? senders?.[0];
  return { account, setAccount, senders, hasNoSender: !isPending && senders?.length === 0, from, setSender };
}
export type Origin = ReturnType<typeof useOrigin>;

export function useSendOne({ account }: Origin) {
  const sending = useSending(account);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const send = async (request: SendRequest) => {
    setBusy(true);
    setFault(undefined);
    await sending.send(request, crypto.randomUUID()).catch(setFault);
    setBusy(false);
    void refresh(...stepPaths);
  };
  return { send, isBusy, fault };
}

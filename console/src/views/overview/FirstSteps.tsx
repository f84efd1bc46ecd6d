import { Anchor, Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../../api/queries.ts';
import { useMayChange, useScope, useSession } from '../../api/session.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { useFaultText } from '../../parts/ErrorState.tsx';
import { GuideLink } from '../../parts/GuideLink.tsx';
import { Panel } from '../../parts/Page.tsx';
import { AccountSelect } from '../../sending/AccountSelect.tsx';
import { curlOf } from '../../sending/curl.ts';
import { type SendRequest, useConfirmedSenders, useSending } from '../../sending/sending.ts';
import { Tracked, useTracked } from '../../sending/Tracked.tsx';
import { useTexts } from '../../texts/language.tsx';
import styles from './overview.module.css';

const exampleNumber = '+38640123456';
const mostShown = 8;

/** Nothing was ever sent here: what to do first, and the place to see it happen. */
export function FirstSteps() {
  const { t } = useTexts();
  const { service } = useSession();
  const [account, setAccount] = useAccount();
  const { senders, isPending } = useConfirmedSenders(account);
  const [sender, setSender] = useState<string>();
  const [destination, setDestination] = useState(exampleNumber);
  const [text, setText] = useState<string>(t('overview.textExample'));
  const from = sender ?? senders?.[0];
  const request: SendRequest = { sender: from ?? 'Hermod', destinations: [destination], message: { content: text } };
  const { send, isBusy, fault } = useOne(account);
  const rows = useTracked(undefined, mostShown);
  const mayChange = useMayChange();
  const faultText = useFaultText(fault);
  return (
    <>
      <p className={styles.lead}>
        {t('overview.stepsLead')} <GuideLink guide="quick-start">{t('overview.quickStart')}</GuideLink>
      </p>
      <div className={styles.steps}>
        <div>
          <Panel title={`1. ${t('overview.step1')}`}>
            <p className={styles.lead}>{t('overview.step1Text')}</p>
            <CodeBlock code={curlOf(request)} label={t('overview.curlLabel')} wrap />
          </Panel>
          <Panel title={`3. ${t('overview.step3')}`}>
            <p className={styles.lead}>{t('overview.step3Text')}</p>
            {rows.length === 0 ? <p role="status">{t('overview.step3Waiting')}</p> : <Tracked rows={rows} />}
          </Panel>
        </div>
        <Panel title={`2. ${t('overview.step2')}`}>
          <p className={styles.lead}>{t(service.simulator ? 'overview.step2Text' : 'overview.step2TextReal')}</p>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              void send(request);
            }}
          >
            <AccountField value={account} set={setAccount} />
            {!isPending && senders?.length === 0 && (
              <p role="alert">
                {t('overview.noSender')}{' '}
                <Anchor component={Link} to="/senders" underline="always">
                  {t('overview.registerSender')}
                </Anchor>
              </p>
            )}
            <Select
              label={t('overview.sender')}
              data={senders ?? []}
              value={from ?? null}
              onChange={(value) => setSender(value ?? undefined)}
              allowDeselect={false}
            />
            <TextInput
              label={t('overview.destination')}
              type="tel"
              value={destination}
              onChange={(event) => setDestination(event.currentTarget.value.trim())}
              required
            />
            <TextInput
              label={t('overview.text')}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              maxLength={640}
              required
            />
            {fault !== undefined && (
              <p role="alert" style={{ color: 'var(--bad)', margin: 0 }}>
                {faultText}
              </p>
            )}
            <Button type="submit" size="sm" loading={isBusy} disabled={!mayChange || !from}>
              {t('overview.send')}
            </Button>
            {!mayChange && <p>{t('overview.mayNot')}</p>}
          </form>
        </Panel>
      </div>
    </>
  );
}

/** Of an operator: the first account there is, until another one is chosen. */
function useAccount() {
  const scope = useScope();
  const [chosen, setChosen] = useState<string>();
  const { data } = useQuery({
    ...read('/admin/v1/accounts', { params: { query: { limit: '50' } } }),
    enabled: scope.kind === 'operator',
  });
  return [chosen ?? data?.accounts.at(-1)?.accountId, setChosen] as const;
}

function AccountField({ value, set }: { value: string | undefined; set: (accountId: string | undefined) => void }) {
  const { t } = useTexts();
  return useScope().kind === 'operator' ? (
    <AccountSelect label={t('overview.account')} value={value} onChange={set} required />
  ) : null;
}

function useOne(account: string | undefined) {
  const sending = useSending(account);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const send = async (request: SendRequest) => {
    setBusy(true);
    setFault(undefined);
    await sending.send(request, crypto.randomUUID()).catch(setFault);
    setBusy(false);
  };
  return { send, isBusy, fault };
}

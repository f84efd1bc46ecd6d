import { Button, Select, Switch, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useScope } from '../../api/session.tsx';
import { Icon } from '../../design/icons.tsx';
import { useFaultText } from '../../parts/ErrorState.tsx';
import { Panel } from '../../parts/Page.tsx';
import { utcTime } from '../../parts/time-text.ts';
import { AccountSelect } from '../../sending/AccountSelect.tsx';
import { type SendRequest, type SendResponse, useConfirmedSenders, useSending } from '../../sending/sending.ts';
import { useTexts } from '../../texts/language.tsx';
import { Price } from './Price.tsx';
import { Recipients, useRecipients } from './Recipients.tsx';
import { mostRecipients } from './recipients.ts';
import styles from './send.module.css';
import { type Chosen, TemplateFields, TemplateSelect, useChosen } from './TemplateFields.tsx';
import { TextField } from './TextField.tsx';
import { checkText } from './text-check.ts';

export type Draft = {
  readonly sender: string;
  readonly recipients: string;
  readonly text: string;
  readonly isUnicode: boolean;
  readonly reference: string;
};
type Props = { draft: Draft; accountId: string | undefined; onSent: (sent: SendResponse) => void };

export function Compose({ draft, accountId, onSent }: Props) {
  const { t } = useTexts();
  const isOperator = useScope().kind === 'operator';
  const [account, setAccount] = useState(accountId);
  const [sender, setSender] = useState(draft.sender);
  const [list, setList] = useState(draft.recipients);
  const [text, setText] = useState(draft.text);
  const [isUnicode, setUnicode] = useState(draft.isUnicode);
  const [reference, setReference] = useState(draft.reference);
  const [later, setLater] = useState<string>();
  const [chosen, setChosen] = useState<Chosen>();
  const use = useChosen(account, chosen);
  const { senders } = useConfirmedSenders(account);
  const recipients = useRecipients(list);
  const check = checkText(use?.filled.text ?? text, isUnicode);
  const isFilled = !chosen || (use && use.filled.missing.size + use.filled.wrong.size === 0);
  const at = later ? new Date(later) : undefined;
  const from = senders?.includes(sender) ? sender : senders?.[0];
  const right = recipients.filter(({ problem }) => problem === undefined);
  const isReady =
    (!isOperator || account) &&
    from &&
    right.length > 0 &&
    right.length <= mostRecipients &&
    !check.problem &&
    isFilled &&
    (later === undefined || at);
  const request: SendRequest | undefined = isReady
    ? {
        sender: from,
        destinations: right.map(({ number }) => number!),
        ...(use
          ? { template: use.request, ...(isUnicode && { message: { isUnicode } }) }
          : { message: { content: text, ...(isUnicode && { isUnicode }) } }),
        ...(at && { scheduledTime: Math.floor(at.getTime() / 1_000) }),
        ...(reference && { reference }),
      }
    : undefined;
  const hasWrong = recipients.length > right.length;
  const changeAccount = (other: string | undefined) => {
    setAccount(other);
    setChosen(undefined);
  };
  const { submit, isBusy, fault } = useSubmit(account, onSent);
  const faultText = useFaultText(fault);
  return (
    <form
      className={styles.columns}
      onSubmit={(event) => {
        event.preventDefault();
        if (request) void submit(request);
      }}
    >
      <Panel>
        <div className={styles.fields}>
          {isOperator && <AccountSelect label={t('send.account')} value={account} onChange={changeAccount} required />}
          <Select
            label={t('send.from')}
            description={senders?.length === 0 ? <Link to="/senders">{t('overview.noSender')}</Link> : undefined}
            data={senders ?? []}
            value={from ?? null}
            onChange={(value) => setSender(value ?? '')}
            disabled={!senders || senders.length === 0}
            searchable={(senders?.length ?? 0) > 8}
            allowDeselect={false}
            required
          />
          <Recipients value={list} onChange={setList} recipients={recipients} />
          <TemplateSelect
            account={account}
            value={chosen?.templateId}
            onChange={(templateId) => setChosen(templateId === undefined ? undefined : { templateId, typed: {} })}
          />
          {!chosen && (
            <TextField value={text} onChange={setText} check={check} isUnicode={isUnicode} setUnicode={setUnicode} />
          )}
          {chosen && use && <TemplateFields {...use} chosen={chosen} isUnicode={isUnicode} onChange={setChosen} />}
        </div>
      </Panel>
      <Panel>
        <div className={styles.fields}>
          <Schedule later={later} setLater={setLater} />
          <TextInput
            label={t('send.reference')}
            description={t('send.referenceHint')}
            value={reference}
            maxLength={256}
            onChange={(event) => setReference(event.currentTarget.value)}
          />
          <Price account={account} request={request} />
          {hasWrong && (
            <p className={styles.hint} data-tone="warn">
              <Icon name="alert" /> {t('send.wrongLeftOut', { count: recipients.length - right.length })}
            </p>
          )}
          {fault !== undefined && (
            <p className={styles.hint} data-tone="bad" role="alert">
              <Icon name="alert" /> {faultText}
            </p>
          )}
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={isBusy}
            disabled={!request}
            leftSection={<Icon name={at ? 'calendar' : 'send'} />}
          >
            {t(at ? 'send.schedule' : 'send.go', { count: right.length })}
          </Button>
        </div>
      </Panel>
    </form>
  );
}

/** One key for one request: whatever happens in between, the same click sends once. Another text or list is another request. */
function useSubmit(account: string | undefined, onSent: (sent: SendResponse) => void) {
  const { send } = useSending(account);
  const last = useRef({ body: '', key: '' });
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>();
  const submit = async (request: SendRequest) => {
    const body = JSON.stringify([account, request]);
    if (last.current.body !== body) last.current = { body, key: crypto.randomUUID() };
    setBusy(true);
    setFault(undefined);
    try {
      onSent(await send(request, last.current.key));
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return { submit, isBusy, fault };
}

function Schedule({ later, setLater }: { later: string | undefined; setLater: (later: string | undefined) => void }) {
  const { t } = useTexts();
  const [soonest, setSoonest] = useState(() => localTime(new Date(Date.now() + 60_000)));
  useEffect(() => {
    const timer = setInterval(() => setSoonest(localTime(new Date(Date.now() + 60_000))), 30_000);
    return () => clearInterval(timer);
  }, []);
  const at = later ? new Date(later) : undefined;
  return (
    <div className={styles.schedule}>
      <Switch
        label={t('send.later')}
        checked={later !== undefined}
        onChange={(event) =>
          setLater(event.currentTarget.checked ? localTime(new Date(Date.now() + 3_600_000)) : undefined)
        }
      />
      {later !== undefined && (
        <TextInput
          type="datetime-local"
          label={t('send.when')}
          description={at ? t('shell.utc', { time: utcTime(at) }) : undefined}
          value={later}
          min={soonest}
          onChange={(event) => setLater(event.currentTarget.value)}
          required
        />
      )}
    </div>
  );
}

/** As the field of a browser wants it: local, to the minute. */
function localTime(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

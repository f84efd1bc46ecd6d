import { Anchor, Button, Select, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayChange, useScope, useSession } from '../../../api/session.tsx';
import { CodeBlock } from '../../../parts/CodeBlock.tsx';
import { AccountSelect } from '../../../sending/AccountSelect.tsx';
import { curlOf } from '../../../sending/curl.ts';
import { magicNumbers } from '../../../sending/magic-numbers.ts';
import type { SendRequest } from '../../../sending/sending.ts';
import { Tracked, useTracked } from '../../../sending/Tracked.tsx';
import { useTexts } from '../../../texts/language.tsx';
import { DemoKey } from './DemoKey.tsx';
import { FaultText } from './FaultText.tsx';
import styles from './first-steps.module.css';
import { type Origin, useSendOne } from './origin.ts';

const mostShown = 8;

/** Sends a message from the page, or by a program with the same request. */
export function Deliver({ origin }: { origin: Origin }) {
  const { t } = useTexts();
  const { service } = useSession();
  const { account, setAccount, senders, hasNoSender, from, setSender } = origin;
  const [destination, setDestination] = useState(magicNumbers[0]!.number);
  const [text, setText] = useState<string>(t('firstSteps.textExample'));
  const request: SendRequest = { sender: from ?? 'Hermod', destinations: [destination], message: { content: text } };
  const { send, isBusy, fault } = useSendOne(origin);
  const [key, setKey] = useState<string>();
  const rows = useTracked(undefined, mostShown);
  const mayChange = useMayChange();
  const isOperator = useScope().kind === 'operator';
  return (
    <div className={styles.pair}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send(request);
        }}
      >
        <p className={styles.text}>{t(service.simulator ? 'firstSteps.deliverText' : 'firstSteps.deliverTextReal')}</p>
        {isOperator && <AccountSelect label={t('firstSteps.account')} value={account} onChange={setAccount} required />}
        {hasNoSender && (
          <p role="alert">
            {t('overview.noSender')}{' '}
            <Anchor component={Link} to="/senders" underline="always">
              {t('firstSteps.registerSender')}
            </Anchor>
          </p>
        )}
        <Select
          label={t('firstSteps.sender')}
          data={senders ?? []}
          value={from ?? null}
          onChange={(value) => setSender(value ?? undefined)}
          allowDeselect={false}
        />
        <TextInput
          label={t('firstSteps.destination')}
          type="tel"
          value={destination}
          onChange={(event) => setDestination(event.currentTarget.value.trim())}
          required
        />
        <TextInput
          label={t('firstSteps.messageText')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={640}
          required
        />
        <FaultText fault={fault} />
        <Button type="submit" size="sm" loading={isBusy} disabled={!mayChange || !from}>
          {t('firstSteps.send')}
        </Button>
        {!mayChange && <p className={styles.text}>{t('firstSteps.mayNot')}</p>}
        {rows.length > 0 && <Tracked rows={rows} />}
      </form>
      <div className={styles.form}>
        <p className={styles.text}>{t('firstSteps.curlText')}</p>
        <CodeBlock code={curlOf(request, key)} label={t('firstSteps.curlLabel')} wrap />
        <DemoKey onKey={setKey} />
      </div>
    </div>
  );
}

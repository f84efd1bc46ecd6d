import { useState } from 'react';
import { Page } from '../../parts/Page.tsx';
import type { SendResponse } from '../../sending/sending.ts';
import { useSearchParams } from '../../shell/useSearch.ts';
import { useTexts } from '../../texts/language.tsx';
import { useMessage } from '../messages/search.ts';
import { Compose, type Draft } from './Compose.tsx';
import { Sent } from './Sent.tsx';

const nothing: Draft = { sender: '', recipients: '', text: '', isUnicode: false, reference: '' };

/**
 * Write, check, send, and watch it go. `?again=<id>` begins with what was sent before; `?to=`, `from=` and `account=` with what is
 * known already, such as whom to answer.
 */
export default function SendView() {
  const { t } = useTexts();
  const [{ again, to, from, account }, setSearch] = useSearchParams();
  const before = useMessage(again);
  const [sent, setSent] = useState<SendResponse>();
  const isReady = !again || before.data || before.error;
  return (
    <Page title={t('send.title')} guide="sending">
      {sent && (
        <Sent
          sent={sent}
          onNext={() => {
            setSent(undefined);
            setSearch({ again: undefined, to: undefined, from: undefined, account: undefined });
          }}
        />
      )}
      {!sent && isReady && (
        <Compose
          key={again}
          draft={before.data ? draftOf(before.data) : { ...nothing, sender: from ?? '', recipients: to ?? '' }}
          accountId={before.data?.accountId ?? account}
          onSent={setSent}
        />
      )}
    </Page>
  );
}

type Before = { sender: string; destination: string; content?: string; encoding: string; reference?: string };

function draftOf({ sender, destination, content, encoding, reference = '' }: Before): Draft {
  return { sender, recipients: destination, text: content ?? '', isUnicode: encoding === 'UCS-2', reference };
}

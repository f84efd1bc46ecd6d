import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { Preview } from './Preview.tsx';
import { Problems } from './Problems.tsx';

type Props = { list: Operator['PriceListDetails']; opened: boolean; onClose: () => void };
type Changes = Operator['PricesPreview'];

/** A file of prices, what it would change, and only then the change itself. */
export function ImportDialog({ list, opened, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('prices.importTitle', { name: list.name })}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Steps list={list} onClose={onClose} />
    </Modal>
  );
}

function Steps({ list, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTexts();
  const [content, setContent] = useState('');
  const [changes, setChanges] = useState<Changes>();
  const [fault, setFault] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function step(go: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFault(undefined);
    try {
      await go();
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  }
  const preview = () => step(async () => setChanges((await send(list.priceListId, content, 'true')) as Changes));
  const save = () =>
    step(async () => {
      const { imported } = (await send(list.priceListId, content, 'false')) as Operator['PricesReplaced'];
      notify(t('prices.importDone', { count: imported }));
      void refresh('/admin/v1/price-lists');
      onClose();
    });

  return (
    <>
      {changes ? (
        <Preview changes={changes} currency={list.currency} />
      ) : (
        <ChooseFile content={content} setContent={setContent} />
      )}
      {fault !== undefined && <Problems fault={fault} />}
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={changes ? () => setChanges(undefined) : onClose}>
          {t(changes ? 'prices.importBack' : 'shell.cancel')}
        </Button>
        {changes ? (
          <Button loading={isBusy} disabled={changes.changes.length === 0} onClick={() => void save()}>
            {t('prices.importSave')}
          </Button>
        ) : (
          <Button loading={isBusy} disabled={content.trim() === ''} onClick={() => void preview()}>
            {t('prices.importPreview')}
          </Button>
        )}
      </Group>
    </>
  );
}

function send(priceListId: string, body: string, preview: 'true' | 'false') {
  return ask(
    api.POST('/admin/v1/price-lists/{priceListId}/import', {
      params: { path: { priceListId }, query: { preview } },
      headers: { 'content-type': 'text/csv; charset=utf-8' },
      body,
      bodySerializer: (text) => text,
    }),
  );
}

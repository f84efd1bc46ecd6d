import { Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useFaultText } from '../../parts/ErrorState.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { CarrierFieldset } from './CarrierFieldset.tsx';
import { fieldsOf, noFields, optionAtFault, urlOf } from './carrier-url.ts';
import { Trial } from './Trial.tsx';

type Carrier = Operator['CarrierDetails'];
type Props = { carrier?: Carrier; opened: boolean; onClose: () => void };
type Result = Operator['CarrierTrial'];

/** A carrier's address, by fields or as a URL. It is tried before it is saved. */
export function CarrierDialog({ carrier, opened, onClose }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={carrier ? t('carriers.changeTitle', { name: carrier.name }) : t('carriers.addTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <Form carrier={carrier} onClose={onClose} />
    </Modal>
  );
}

function Form({ carrier, onClose }: { carrier: Carrier | undefined; onClose: () => void }) {
  const { t } = useTexts();
  const given = carrier ? fieldsOf(carrier.url) : noFields;
  const [name, setName] = useState(carrier?.name ?? '');
  const [fields, setFields] = useState(given ?? noFields);
  const [typed, setTyped] = useState(given ? undefined : carrier?.url);
  const [result, setResult] = useState<Result>();
  const [fault, setFault] = useState<unknown>();
  const [busy, setBusy] = useState<'test' | 'save'>();
  const text = useFaultText(fault);
  const url = typed ?? urlOf(fields);
  const hasFailed = result?.ok === false;

  const change =
    <V,>(set: (value: V) => void) =>
    (value: V) => {
      set(value);
      setResult(undefined);
      setFault(undefined);
    };
  async function step(what: 'test' | 'save', go: () => Promise<void>): Promise<void> {
    setBusy(what);
    setFault(undefined);
    await go().catch(setFault);
    setBusy(undefined);
  }
  const test = async (): Promise<boolean> => {
    setResult(undefined);
    const body = { url, ...(carrier && { carrierId: carrier.carrierId }) };
    const answer = await ask(api.POST('/admin/v1/carriers/test', { body }));
    setResult(answer);
    return answer.ok;
  };
  const save = async () => {
    if (carrier) {
      const params = { path: { carrierId: carrier.carrierId } };
      await ask(api.PATCH('/admin/v1/carriers/{carrierId}', { params, body: { name, url } }));
    } else {
      await ask(api.POST('/admin/v1/carriers', { body: { name, url } }));
    }
    notify(t(carrier ? 'shell.saved' : 'carriers.added'));
    void refresh('/admin/v1/carriers');
    onClose();
  };
  const testAndSave = () =>
    step('save', async () => {
      if (await test()) await save();
    });

  const nameFault = fault !== undefined && text.startsWith('name ') ? text : undefined;
  const option = fault !== undefined && typed === undefined ? optionAtFault(text) : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void testAndSave();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t('carriers.name')}
          description={t('carriers.nameHint')}
          value={name}
          onChange={(event) => change(setName)(event.currentTarget.value)}
          error={nameFault}
          maxLength={64}
          required
          data-autofocus
        />
        <SegmentedControl
          aria-label={t('carriers.as')}
          value={typed === undefined ? 'fields' : 'url'}
          data={[
            {
              value: 'fields',
              label: t('carriers.asFields'),
              disabled: fieldsOf(url) === undefined && url !== 'smpp://',
            },
            { value: 'url', label: t('carriers.asUrl') },
          ]}
          onChange={(way) => {
            if (way === 'url') setTyped(url);
            else {
              setFields(fieldsOf(url) ?? fields);
              setTyped(undefined);
            }
          }}
        />
        {typed === undefined ? (
          <CarrierFieldset
            fields={fields}
            set={change(setFields)}
            keepsPassword={carrier !== undefined}
            fault={option === undefined ? undefined : { option, text: text.replace(/^url: /, '') }}
          />
        ) : (
          <TextInput
            label={t('carriers.url')}
            description={t('carriers.urlHint')}
            value={typed}
            onChange={(event) => change(setTyped)(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={2_000}
            required
          />
        )}
        {result && <Trial result={result} />}
        {fault !== undefined && nameFault === undefined && option === undefined && (
          <p role="alert" style={{ color: 'var(--bad)', margin: 0 }}>
            {text.replace(/^url: /, '')}
          </p>
        )}
      </Stack>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t('shell.cancel')}
        </Button>
        <Button
          variant="default"
          loading={busy === 'test'}
          onClick={() => void step('test', async () => void (await test()))}
        >
          {t('carriers.test')}
        </Button>
        {hasFailed && (
          <Button variant="outline" color="red" onClick={() => void step('save', save)}>
            {t('carriers.saveAnyway')}
          </Button>
        )}
        <Button type="submit" loading={busy === 'save'}>
          {t('carriers.testAndSave')}
        </Button>
      </Group>
    </form>
  );
}

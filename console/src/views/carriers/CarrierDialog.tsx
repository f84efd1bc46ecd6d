import { Button, Group, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, ask, type Operator } from '../../api/client.ts';
import { refresh } from '../../api/queries.ts';
import { useFaultText } from '../../parts/ErrorState.tsx';
import { notify } from '../../parts/notify.ts';
import { useTexts } from '../../texts/language.tsx';
import { CarrierFieldset } from './CarrierFieldset.tsx';
import { fieldsOf, noFields, optionAtFault, urlOf } from './carrier-url.ts';
import { HttpFieldset } from './HttpFieldset.tsx';
import { type Besides, bodyOf, HttpSecrets, ofDescription } from './HttpSecrets.tsx';
import { optionsOf } from './http-options.ts';
import { httpFieldsOf, httpUrlOf, isGeneric, noHttpFields } from './http-url.ts';
import { Trial } from './Trial.tsx';

type Carrier = Operator['CarrierDetails'];
type Props = { carrier?: Carrier; opened: boolean; onClose: () => void };
type Result = Operator['CarrierTrial'];
type Way = 'smpp' | 'http' | 'url';

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
  const [name, setName] = useState(carrier?.name ?? '');
  const [way, setWay] = useState<Way>(() => wayOf(carrier?.url ?? 'smpp://host'));
  const [smpp, setSmpp] = useState(() => fieldsOf(carrier?.url ?? '') ?? noFields);
  const [http, setHttp] = useState(() => httpFieldsOf(carrier?.url ?? '') ?? noHttpFields);
  const [typed, setTyped] = useState(carrier?.url ?? '');
  const [besides, setBesides] = useState<Besides>(() => ({
    description: carrier?.description ? JSON.stringify(carrier.description, null, 2) : '',
    secret: '',
    dropsSecret: false,
  }));
  const [result, setResult] = useState<Result>();
  const [fault, setFault] = useState<unknown>();
  const [busy, setBusy] = useState<'test' | 'save'>();
  const text = useFaultText(fault);
  const url = way === 'url' ? typed : way === 'smpp' ? urlOf(smpp) : httpUrlOf(http);
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
    const { description } = bodyOf(url, besides, t);
    const body = { url, ...(description && { description }), ...(carrier && { carrierId: carrier.carrierId }) };
    const answer = await ask(api.POST('/admin/v1/carriers/test', { body }));
    setResult(answer);
    return answer.ok;
  };
  const save = async () => {
    const body = { name, url, ...bodyOf(url, besides, t) };
    if (carrier) {
      const params = { path: { carrierId: carrier.carrierId } };
      await ask(api.PATCH('/admin/v1/carriers/{carrierId}', { params, body }));
    } else {
      await ask(api.POST('/admin/v1/carriers', { body }));
    }
    notify(t(carrier ? 'shell.saved' : 'carriers.added'));
    void refresh('/admin/v1/carriers');
    onClose();
  };
  const testAndSave = () =>
    step('save', async () => {
      if (await test()) await save();
    });

  const reached = (to: Way) => {
    setSmpp(fieldsOf(url) ?? smpp);
    setHttp(httpFieldsOf(url) ?? http);
    if (to === 'url') setTyped(url);
    change(setWay)(to);
  };

  const complaint = text.replace(/^url: /, '');
  const nameFault = fault !== undefined && /^name\b/.test(text) ? text : undefined;
  const descriptionFault = fault !== undefined && isGeneric(url) ? ofDescription(text) : undefined;
  const option = way === 'url' ? undefined : optionAtFault(text, way === 'http' ? optionsOf(http.provider) : undefined);
  const optionFault = fault !== undefined && option !== undefined ? { option, text: complaint } : undefined;
  const hasPlace = nameFault !== undefined || descriptionFault !== undefined || optionFault !== undefined;
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
          value={way}
          data={[
            { value: 'smpp', label: 'SMPP' },
            { value: 'http', label: 'HTTP' },
            { value: 'url', label: t('carriers.asUrl') },
          ]}
          onChange={(to) => reached(to as Way)}
        />
        {way === 'smpp' && (
          <CarrierFieldset
            fields={smpp}
            set={change(setSmpp)}
            keepsPassword={carrier !== undefined}
            fault={optionFault}
          />
        )}
        {way === 'http' && (
          <HttpFieldset fields={http} set={change(setHttp)} keepsPassword={carrier !== undefined} fault={optionFault} />
        )}
        {way === 'url' && (
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
        <HttpSecrets
          url={url}
          value={besides}
          set={change(setBesides)}
          hasSecret={carrier?.hasSigningSecret === true}
          fault={descriptionFault}
        />
        {result && <Trial result={result} />}
        {fault !== undefined && !hasPlace && (
          <p role="alert" style={{ color: 'var(--bad)', margin: 0 }}>
            {complaint}
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

/** What the form has no fields for, such as the simulator, is written as a URL. */
function wayOf(url: string): Way {
  if (fieldsOf(url)) return 'smpp';
  return httpFieldsOf(url) ? 'http' : 'url';
}

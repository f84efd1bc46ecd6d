import { Button } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../design/icons.tsx';
import { GuideLink } from '../../../parts/GuideLink.tsx';
import { Panel } from '../../../parts/Page.tsx';
import { useTexts } from '../../../texts/language.tsx';
import { Deliver } from './Deliver.tsx';
import { Failure } from './Failure.tsx';
import styles from './first-steps.module.css';
import { OnPhone } from './OnPhone.tsx';
import { type Origin, useOrigin } from './origin.ts';
import { RealCarrier } from './RealCarrier.tsx';
import { Seen } from './Seen.tsx';
import type { FirstDay, StepName } from './steps.ts';
import { useTitles } from './titles.ts';
import { Webhook } from './Webhook.tsx';

/** The checklist of the first day. It ticks itself; the first open step is unfolded, with what to do. */
export function FirstSteps({ day }: { day: FirstDay }) {
  const { t } = useTexts();
  const { steps, done, hide } = day;
  const titles = useTitles();
  const origin = useOrigin();
  const [open, setOpen] = useState(() => steps.find(({ isDone }) => !isDone)?.name);
  const count = steps.filter(({ isDone }) => isDone).length;
  return (
    <Panel
      title={t('firstSteps.title')}
      actions={
        <>
          <span className={styles.progress} role="status">
            {count === steps.length
              ? t('firstSteps.allDone')
              : t('firstSteps.progress', { done: count, all: steps.length })}
          </span>
          <Button size="xs" variant={count === steps.length ? 'filled' : 'default'} onClick={hide}>
            {t('firstSteps.hide')}
          </Button>
        </>
      }
      flush
    >
      {!done.sent && (
        <p className={styles.lead}>
          {t('firstSteps.lead')} <GuideLink guide="quick-start">{t('firstSteps.quickStart')}</GuideLink>
        </p>
      )}
      <ol className={styles.steps}>
        {steps.map(({ name, isDone }, index) => {
          const isOpen = open === name;
          const next = steps.find((step, place) => place > index && !step.isDone);
          return (
            <li key={name} className={styles.step} data-step={name}>
              <h3 className={styles.head}>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls={`step-${name}`}
                  onClick={() => setOpen(isOpen ? undefined : name)}
                >
                  <Mark isDone={isDone} number={index + 1} />
                  <span className={styles.title}>{titles[name]}</span>
                  <Icon name="chevron" />
                </button>
              </h3>
              {isDone && <Seen name={name} done={done} />}
              <div id={`step-${name}`} className={styles.content} hidden={!isOpen}>
                {isOpen && (
                  <>
                    <Content name={name} day={day} origin={origin} />
                    {isDone && next && (
                      <Button size="sm" variant="light" onClick={() => setOpen(next.name)}>
                        {t('firstSteps.next', { title: titles[next.name] })}
                      </Button>
                    )}
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

function Mark({ isDone, number }: { isDone: boolean; number: number }) {
  const { t } = useTexts();
  return (
    <span className={styles.mark} data-done={isDone || undefined}>
      {isDone ? <Icon name="check" size={14} /> : <span aria-hidden>{number}</span>}
      <span className={styles.spoken}>{t(isDone ? 'firstSteps.done' : 'firstSteps.open')}</span>
    </span>
  );
}

function Content({ name, day, origin }: { name: StepName; day: FirstDay; origin: Origin }) {
  switch (name) {
    case 'deliver':
      return <Deliver origin={origin} />;
    case 'phone':
      return <OnPhone day={day} />;
    case 'failure':
      return <Failure day={day} origin={origin} />;
    case 'webhook':
      return <Webhook origin={origin} />;
    case 'carrier':
      return <RealCarrier />;
  }
}

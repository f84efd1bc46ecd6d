import { useMemo } from 'react';
import type { Operator } from '../../api/client.ts';
import { useTexts } from '../../texts/language.tsx';
import type { Note } from './stack.ts';

type Annotation = Operator['Annotation'];
const none: readonly Annotation[] = [];

/** Deployments, pauses and outages in words. */
export function useNotes(annotations: readonly Annotation[] = none): Note[] {
  const { t } = useTexts();
  return useMemo(() => {
    const textOf = ({ kind, subject, subjectId, name = subjectId ?? '', by, text = '' }: Annotation): string => {
      if (kind === 'deployment') return t('chart.deployment', { version: text });
      if (kind === 'outage') return t('chart.outage', { name });
      const what =
        subject === 'carrier' || subject === 'account' ? t(`chart.paused_${subject}`, { name }) : t('chart.paused_all');
      return by === undefined ? what : t('chart.by', { what, by });
    };
    const seconds = (at: string) => Date.parse(at) / 1_000;
    return annotations.map((each) => ({
      kind: each.kind,
      at: seconds(each.at),
      until: each.until === undefined ? undefined : seconds(each.until),
      text: textOf(each),
    }));
  }, [annotations, t]);
}

import { Badge, type Tone } from '../../parts/Status.tsx';
import { Time } from '../../parts/Time.tsx';
import { useTexts } from '../../texts/language.tsx';
import { stateOf } from './validity-state.ts';

type List = { activeFrom: string; activeTo: string | null };

const looks = {
  holds: ['ok', 'check', 'prices.holds'],
  later: ['info', 'calendar', 'prices.later'],
  over: ['none', 'clock', 'prices.over'],
} as const satisfies Record<string, readonly [Tone, string, string]>;

/** Whether a price list holds, and the moment at which that changes. */
export function Validity({ list }: { list: List }) {
  const { t, rich } = useTexts();
  const [tone, icon, word] = looks[stateOf(list, new Date())];
  return (
    <span style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 6, alignItems: 'center' }}>
      <Badge tone={tone} icon={icon} text={t(word)} />
      <span style={{ color: 'var(--dim)' }}>
        {rich('prices.since', { time: <Time at={list.activeFrom} /> })}
        {list.activeTo && <> {rich('prices.until', { time: <Time at={list.activeTo} /> })}</>}
      </span>
    </span>
  );
}

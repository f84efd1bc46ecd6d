import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Said } from '../../../../src/domain/text/said.ts';
import { read } from '../../api/queries.ts';
import { Status } from '../../parts/Status.tsx';
import { useTexts } from '../../texts/language.tsx';
import { findings as slovenian } from '../../texts/sl/findings.ts';
import { translated } from '../../texts/translated.ts';
import { type Finding, pageOf } from './finding-groups.ts';
import styles from './health.module.css';

/** One below the other: what was looked at, what was found, and what to do. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const texts = useTexts();
  const { data } = useQuery({ ...read('/admin/v1/carriers'), staleTime: 60_000 });
  const inWords = (said: Said | undefined, english: string | undefined) =>
    (said && translated(said, slovenian, texts)) ?? english;
  return (
    <ul className={styles.findings}>
      {findings.map(({ check, verdict, text, advice, said }) => {
        const page = verdict === 'ok' ? undefined : pageOf(said?.check, data?.carriers ?? []);
        const name = inWords(said?.check, check);
        return (
          <li key={`${check} ${text}`}>
            <span className={styles.verdict}>
              <Status status={verdict} />
            </span>
            <div>
              <strong>{page ? <Link to={page}>{name}</Link> : name}</strong> {inWords(said?.text, text)}
              {advice && <p className={styles.advice}>{inWords(said?.advice, advice)}</p>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export function FindingsPlaceholder() {
  return (
    <ul className={styles.findings} aria-busy="true">
      {places.map((place) => (
        <li key={place}>
          <Skeleton height={16} width="60%" />
        </li>
      ))}
    </ul>
  );
}

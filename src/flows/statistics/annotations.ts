import type { Db } from '../../database/db.ts';
import { type Annotation, pausesIn } from '../../domain/statistics/annotations.ts';
import { uuidTime } from '../../domain/uuid.ts';
import { carrierStatus } from '../../store/carrier/links.ts';
import { listPauses } from '../../store/carrier/pauses.ts';
import { migrationTimes, pauseEntries, runningReleases } from '../../store/statistics/annotations.ts';

type Span = { readonly from: Date; readonly to: Date };

const most = 100;

/** What may explain a change in the charts of a range, oldest first: deployments, pauses, and carriers that are down. */
export async function readAnnotations(db: Db, span: Span): Promise<Annotation[]> {
  const { from, to } = span;
  const all = [...(await deployments(db, span)), ...(await pauses(db, span)), ...(await outages(db, span))];
  return all
    .filter(({ at, until }) => at < to && (until === undefined || until >= from))
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .slice(-most);
}

/** A release is seen by its migrations, or by the first of its processes that run. */
async function deployments(db: Db, span: Span): Promise<Annotation[]> {
  const migrations = await migrationTimes(db, span);
  const firsts = new Map(migrations.map(({ at, version }) => [version, at.getTime()]));
  for (const { id, version } of await runningReleases(db)) {
    const started = uuidTime(id);
    if (started >= span.from.getTime()) firsts.set(version, Math.min(firsts.get(version) ?? started, started));
  }
  return [...firsts].map(([version, at]) => ({ kind: 'deployment', at: new Date(at), text: version }));
}

/** Pauses that began before the range and still last are only in the table of pauses. */
async function pauses(db: Db, span: Span): Promise<Annotation[]> {
  const old = (await listPauses(db)).filter(({ since }) => since < span.from);
  return [
    ...pausesIn(await pauseEntries(db, span), span.from),
    ...old.map(
      ({ kind, subjectId, name, actor }): Annotation => ({
        kind: 'pause',
        at: span.from,
        subject: kind,
        subjectId: kind === 'all' ? undefined : subjectId,
        name: name ?? undefined,
        by: actor,
      }),
    ),
  ];
}

/** Enabled carriers without a connection, or that refuse every message. */
async function outages(db: Db, { from }: Span): Promise<Annotation[]> {
  const down = (await carrierStatus(db)).filter(
    ({ enabled, linksUp, refused }) => enabled && (linksUp === 0 || refused),
  );
  return down.flatMap(({ id, name, since, lastError }): Annotation[] => {
    const began = since ?? lastError?.at;
    if (began === undefined) return [];
    const at = began < from ? from : began;
    return [{ kind: 'outage', at, subject: 'carrier', subjectId: id, name, text: lastError?.text }];
  });
}

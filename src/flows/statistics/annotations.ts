import type { Db } from '../../database/db.ts';
import { type Annotation, pausesIn } from '../../domain/statistics/annotations.ts';
import { uuidTime } from '../../domain/uuid.ts';
import { carrierStatus } from '../../store/carrier/links.ts';
import { endedOutages } from '../../store/carrier/outages.ts';
import { listPauses } from '../../store/carrier/pauses.ts';
import { migrationTimes, pauseEntries, runningReleases } from '../../store/statistics/annotations.ts';

type Span = { readonly from: Date; readonly to: Date };

const most = 100;

/** What may explain a change in the charts of a range, oldest first: deployments, pauses, and outages of carriers. */
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

/** Enabled carriers without a connection, or that refuse every message: now, and as recorded. */
async function outages(db: Db, span: Span): Promise<Annotation[]> {
  const { from } = span;
  const outage = (carrierId: string, name: string, began: Date, error: string | undefined): Annotation => ({
    ...{ kind: 'outage', at: began < from ? from : began, subject: 'carrier', subjectId: carrierId, name, text: error },
  });
  const ended = (await endedOutages(db, span, most)).map((each) => ({
    ...outage(each.carrierId, each.name, each.from, each.error ?? undefined),
    until: each.to,
  }));
  const lasting = (await carrierStatus(db)).flatMap(({ id, name, enabled, linksUp, refused, since, lastError }) => {
    const began = since ?? lastError?.at;
    const isDown = enabled && (linksUp === 0 || refused) && began !== undefined;
    return isDown ? [outage(id, name, began, lastError?.text)] : [];
  });
  return [...ended, ...lasting];
}

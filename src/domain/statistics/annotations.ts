export type AnnotationKind = 'deployment' | 'pause' | 'outage';

/** Something that explains a change in a chart. Without `until` it lasts, or is a moment. */
export type Annotation = {
  readonly kind: AnnotationKind;
  readonly at: Date;
  readonly until?: Date | undefined;
  /** `all`, or what was paused or is down. */
  readonly subject?: 'all' | 'carrier' | 'account' | undefined;
  readonly subjectId?: string | undefined;
  readonly name?: string | undefined;
  /** Who paused it. */
  readonly by?: string | undefined;
  /** The version of a deployment, or the error of an outage. */
  readonly text?: string | undefined;
};

/** An entry of the audit log about a pause, oldest first. `name`: of the carrier or account. */
export type PauseEntry = {
  readonly action: string;
  readonly at: Date;
  readonly actor: string;
  readonly subjectId: string | null;
  readonly name: string | null;
};

const subjects: Readonly<Record<string, Annotation['subject']>> = {
  everything: 'all',
  carrier: 'carrier',
  account: 'account',
};

/** Pairs each pause with its end. A resume whose pause is older than the range began at its start. */
export function pausesIn(entries: readonly PauseEntry[], from: Date): Annotation[] {
  const pauses: Annotation[] = [];
  const open = new Map<string, number>();
  for (const { action, at, actor, subjectId, name } of entries) {
    const [noun = '', verb] = action.split(' ');
    const key = `${noun} ${subjectId ?? ''}`;
    const started = open.get(key);
    const about = { subject: subjects[noun], subjectId: subjectId ?? undefined, name: name ?? undefined };
    if (verb === 'pause') {
      if (started === undefined) open.set(key, pauses.push({ kind: 'pause', at, ...about, by: actor }) - 1);
    } else if (started === undefined) pauses.push({ kind: 'pause', at: from, until: at, ...about });
    else {
      pauses[started] = { ...pauses[started]!, until: at };
      open.delete(key);
    }
  }
  return pauses;
}

/** What an operator can pause: everything, one carrier, or one account. */
export const pauseKinds = ['all', 'carrier', 'account'] as const;
export type PauseKind = (typeof pauseKinds)[number];

export type Pauses = {
  readonly all: boolean;
  readonly carriers: ReadonlySet<string>;
  readonly accounts: ReadonlySet<string>;
};

export const noPauses: Pauses = { all: false, carriers: new Set(), accounts: new Set() };

export function pausesOf(paused: readonly { readonly kind: PauseKind; readonly subjectId: string }[]): Pauses {
  const idsOf = (wanted: PauseKind) =>
    new Set(paused.filter(({ kind }) => kind === wanted).map(({ subjectId }) => subjectId));
  return {
    all: paused.some(({ kind }) => kind === 'all'),
    carriers: idsOf('carrier'),
    accounts: idsOf('account'),
  };
}

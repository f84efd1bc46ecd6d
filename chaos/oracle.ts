/**
 * Compares what the witnesses saw: the customers, the carrier and the endpoint. None of them is part of the service, and
 * nothing here looks into its tables; `books.ts` does that.
 */
import type { CarrierLine, ClientLine, ReportLine, TroubleLine } from './journal.ts';
import { type Expected, group, type Sides, sidesOf, unique } from './sides.ts';

export type Violation = { readonly rule: string; readonly ids: readonly string[] };

export type Evidence = {
  readonly client: readonly ClientLine[];
  readonly carrier: readonly CarrierLine[];
  readonly reports: readonly ReportLine[];
  readonly troubles: readonly TroubleLine[];
};

/** All rules that need no database. */
export function judge(evidence: Evidence, limits: Limits): Violation[] {
  const sides = sidesOf(evidence.client);
  return [
    ...answers(sides, limits),
    ...atCarrier(sides, evidence, limits),
    ...duplicatesAtCarrier(evidence, limits).violations,
    ...atEndpoint(sides, evidence.reports, limits),
  ].filter(({ ids }) => ids.length > 0);
}

function answers({ asked, expected, refused }: Sides, { poor }: Limits): Violation[] {
  const ids = expected.map(({ id }) => id);
  return [
    { rule: 'every message has an id of its own', ids: repeated(ids) },
    {
      rule: 'an answer names every destination that was asked for',
      ids: [...group(expected, ({ token }) => token)]
        .filter(
          ([token, messages]) =>
            !sameSet(
              asked.get(token)!.destinations,
              messages.map(({ destination }) => destination),
            ),
        )
        .map(([token]) => token),
    },
    {
      rule: 'only what cannot be paid is refused',
      ids: [...refused].filter((token) => asked.get(token)?.account !== poor),
    },
  ];
}

function atCarrier({ asked, expected, refused }: Sides, { carrier, reports }: Evidence, limits: Limits): Violation[] {
  const arrived = new Set(carrier.map(placeOf));
  // The outcome is unknown, and the customer got that as the status (or asked for no reports).
  const unknown = new Set(reports.filter(({ status }) => status === 'UNKNOWN').map(({ messageId }) => messageId));
  const mayBeLost = ({ id, reports: told }: Expected) => limits.unanswered === 'unknown' && (!told || unknown.has(id));
  const lost = expected.filter(
    (message) =>
      message.cancelled === 'no' && !mayBeLost(message) && placesOf(message).some((place) => !arrived.has(place)),
  );
  const unwanted = expected.filter((message) => message.cancelled === 'yes' && arrived.has(placesOf(message)[0]!));
  return [
    { rule: 'what was accepted reaches the carrier', ids: lost.map(({ id }) => id) },
    { rule: 'what was cancelled does not reach the carrier', ids: unwanted.map(({ id }) => id) },
    {
      rule: 'what was refused does not reach the carrier',
      ids: unique(carrier.filter(({ token }) => refused.has(token)).map(({ token }) => token)),
    },
    {
      rule: 'the carrier gets only what was asked for',
      ids: unique(
        carrier
          .filter(({ token, destination }) => !asked.get(token)?.destinations.includes(destination))
          .map(({ token, destination }) => `${token} ${destination}`),
      ),
    },
  ];
}

const placeOf = ({ token, destination, part }: Pick<CarrierLine, 'token' | 'destination' | 'part'>) =>
  `${token} ${destination} ${part}`;

/** Of a refused message only the first part has to arrive. */
function placesOf({ token, destination, parts, fate }: Expected): string[] {
  const count = fate === 'R' ? 1 : parts;
  return Array.from({ length: count }, (_, index) => placeOf({ token, destination, part: index + 1 }));
}

export type Limits = {
  /** The account that has too little money for what it asks. */
  readonly poor: string;
  /** Submits that may be in flight at one moment over all connections: what one blow can make arrive twice. */
  readonly inFlight: number;
  /** The setting in the carrier's URL for submits without a response: sent again, or never twice and then perhaps UNKNOWN. */
  readonly unanswered: 'resend' | 'unknown';
  /** How long after its submit a message may still be unsettled, and so be sent again. */
  readonly leaseMs: number;
};

/** Witnesses record an event a moment later than it happens. */
const slackMs = 3_000;

/**
 * Sent twice is right only if something was broken between the submit and the record of it. Each repetition is put down to
 * the first blow after it, and a blow explains no more than was in flight. A submit that was recorded just after a blow may have been
 * in flight at that blow or at the next: it counts for the next if the first explains enough already.
 */
export function duplicatesAtCarrier(
  { carrier, troubles }: Evidence,
  { inFlight, leaseMs, unanswered }: Limits,
): { count: number; worst: number; violations: Violation[] } {
  const taken = carrier.filter(({ status }) => status === 'ESME_ROK' || status === 'ESME_RINVDSTADR');
  const perBlow = new Map<TroubleLine, string[]>();
  const unexplained: string[] = [];
  let count = 0;
  const blows = unanswered === 'unknown' ? [] : troubles;
  const uncertain: { place: string; blow: TroubleLine; next: TroubleLine }[] = [];
  const putDown = (blow: TroubleLine, place: string) => perBlow.set(blow, [...(perBlow.get(blow) ?? []), place]);
  for (const [place, lines] of group(taken, placeOf)) {
    for (const { at } of lines.slice(0, -1)) {
      count += 1;
      const [blow, next] = blows.filter(
        (trouble) => (trouble.until ?? trouble.at) >= at - slackMs && trouble.at <= at + leaseMs,
      );
      if (blow === undefined) unexplained.push(place);
      else if (next === undefined || (blow.until ?? blow.at) >= at) putDown(blow, place);
      else uncertain.push({ place, blow, next });
    }
  }
  for (const { place, blow, next } of uncertain) {
    putDown((perBlow.get(blow)?.length ?? 0) < inFlight ? blow : next, place);
  }
  const excessive = [...perBlow].filter(
    ([{ until, bounded }, places]) => (until === undefined || bounded) && places.length > inFlight,
  );
  return {
    count,
    worst: Math.max(0, ...[...perBlow.values()].map((places) => places.length)),
    violations: [
      { rule: 'what arrives twice was in flight when something was broken', ids: unexplained },
      {
        rule: `one blow makes at most ${inFlight} messages arrive twice`,
        ids: excessive.flatMap(([, places]) => places),
      },
    ],
  };
}

/** The reports of a message, in their order. */
export function statusesOf({ fate, scheduled, cancelled }: Expected): string[] {
  if (cancelled === 'yes') return ['CANCELLED'];
  const due = scheduled ? ['SCHEDULED'] : [];
  if (fate === 'R') return [...due, 'REJECTED'];
  return [...due, 'SENT', fate === 'F' ? 'FAILED' : 'DELIVERED'];
}

/** Every sequence of reports that is right. */
export function rightStatuses(message: Expected, { unanswered }: Pick<Limits, 'unanswered'>): string[][] {
  const usual = statusesOf(message);
  if (unanswered === 'resend' || message.cancelled === 'yes') return [usual];
  return [usual, [...(message.scheduled ? ['SCHEDULED'] : []), 'UNKNOWN']];
}

function atEndpoint({ expected }: Sides, reports: readonly ReportLine[], limits: Limits): Violation[] {
  const byMessage = group(reports, ({ messageId }) => messageId);
  const arrivals = (message: Expected) => unique((byMessage.get(message.id) ?? []).map(({ status }) => status));
  const taken = (message: Expected) =>
    (byMessage.get(message.id) ?? []).filter(({ answered }) => answered === 200).map(({ status }) => status);
  const right = (message: Expected) => rightStatuses(message, limits);
  const told = expected.filter(({ reports: wanted, cancelled }) => wanted && cancelled !== 'maybe');
  return [
    {
      rule: 'every report arrives',
      ids: told
        .filter(
          (message) => !right(message).some((statuses) => statuses.every((each) => taken(message).includes(each))),
        )
        .map(({ id }) => id),
    },
    {
      rule: 'reports arrive in the order of the states, and no others do',
      ids: told
        .filter((message) => !right(message).some((statuses) => isBeginning(arrivals(message), statuses)))
        .map((message) => `${message.id} (${arrivals(message).join(' ')}; expected ${statusesOf(message).join(' ')})`),
    },
    {
      rule: 'who asked for no reports gets none',
      ids: expected.filter(({ id, reports: wanted }) => !wanted && byMessage.has(id)).map(({ id }) => id),
    },
    {
      rule: 'the same report has the same webhook-id and body, every time',
      ids: [...group(reports, ({ messageId, status }) => `${messageId} ${status}`)]
        .filter(([, lines]) => unique(lines.map(({ webhookId, body }) => `${webhookId} ${body}`)).length > 1)
        .map(([name]) => name),
    },
    {
      rule: 'X-Message-Id names the message',
      ids: reports.filter(({ messageId, header }) => messageId !== header).map(({ messageId }) => messageId),
    },
  ];
}

/** What has not arrived at all is another rule's business. */
function isBeginning(found: readonly string[], expected: readonly string[]): boolean {
  return found.every((status, index) => status === expected[index]);
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}

function repeated(items: readonly string[]): string[] {
  return [...group(items, (item) => item)].filter(([, same]) => same.length > 1).map(([item]) => item);
}

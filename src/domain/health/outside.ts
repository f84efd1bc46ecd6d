import type { PauseKind } from '../carrier/pauses.ts';
import { many, type Phrase, say, some } from '../text/said.ts';
import { type Finding, type FindingText, found, note, ok, problem, span } from './finding.ts';

export type CarrierFacts = {
  readonly name: string;
  readonly enabled: boolean;
  readonly isSimulator: boolean;
  readonly linksUp: number;
  readonly throttled: boolean;
  /** The carrier rejects every call and gets only probes. */
  readonly refused: boolean;
  readonly waiting: number;
  readonly routes: number;
  readonly lastError: string | undefined;
  /** Why its callbacks cannot be verified. */
  readonly weakness: { readonly text: string; readonly isFatal: boolean } | undefined;
};

export function carrierHealth(all: readonly CarrierFacts[]): Finding[] {
  const inUse = all.filter(({ enabled, routes }) => enabled && routes > 0);
  if (inUse.length === 0) {
    const text =
      all.length === 0
        ? 'No carrier is configured: no message is accepted'
        : 'No enabled carrier has a route: no message can be sent';
    const advice = 'Set HERMOD_CARRIER_URL (simulator: delivers to no phone), or add a carrier and a route';
    return [{ ...problem('Carriers', text, advice), ready: { text, blocks: false } }];
  }
  const byCarrier = all.flatMap(carrierFindings);
  const isPretending = inUse.every(({ isSimulator }) => isSimulator);
  const mixed = !isPretending && inUse.some(({ isSimulator }) => isSimulator);
  const hasProblem = byCarrier.some(({ verdict }) => verdict === 'problem');
  return found([
    hasProblem ? undefined : ok('Carriers', say`${inUse.length} in use, all connected`),
    ...byCarrier,
    isPretending
      ? note(
          'Simulator',
          'Every message goes to the simulator: no phone receives it',
          'Set HERMOD_CARRIER_URL, or add a carrier and routes, to send for real',
        )
      : undefined,
    mixed
      ? note(
          'Simulator',
          'Routes lead to the simulator and to real carriers: messages may be reported as delivered although no phone received them',
          'Delete its routes, or disable it',
        )
      : undefined,
  ]);
}

const enableOrDelete = 'Enable it, or delete its routes';

function carrierFindings(carrier: CarrierFacts): Finding[] {
  const { name, enabled, routes } = carrier;
  const check = say`Carrier ${name}`;
  if (!enabled && routes > 0)
    return [note(check, say`It is disabled, so ${many(routes, 'route')} to it have no effect`, enableOrDelete)];
  if (!enabled) return [];
  if (routes === 0) return [note(check, 'It is enabled, but has no route', 'Add a route, or disable it')];
  return found([connectionFinding(check, carrier), proofFinding(check, carrier)]);
}

function connectionFinding(check: FindingText, carrier: CarrierFacts): Finding | undefined {
  const { linksUp, throttled, refused } = carrier;
  const waiting = many(carrier.waiting, 'message');
  if (throttled) {
    const text = say`It throttles, and gets fewer or no messages for now; ${waiting} wait`;
    return note(check, text, 'Set rate in its address to what the carrier allows');
  }
  if (linksUp > 0 && !refused) return undefined;
  return problem(check, unavailable(carrier, waiting), 'Test it (hermod carriers test), and ask the carrier');
}

function unavailable({ refused, lastError }: CarrierFacts, waiting: Phrase): FindingText {
  if (lastError === undefined)
    return refused ? say`It rejects every message; ${waiting} wait` : say`It is not connected; ${waiting} wait`;
  return refused
    ? say`It rejects every message: ${lastError}; ${waiting} wait`
    : say`It is not connected: ${lastError}; ${waiting} wait`;
}

function proofFinding(check: FindingText, { weakness }: CarrierFacts): Finding | undefined {
  if (weakness === undefined) return undefined;
  const text = `${weakness.text[0]!.toUpperCase()}${weakness.text.slice(1)}`;
  const advice = 'Set it with hermod carriers change; docs/guides/http-carriers.md lists how each provider signs';
  return weakness.isFatal ? problem(check, text, advice) : note(check, text, advice);
}

type WebhookEndpointFacts = {
  readonly name: string;
  readonly state: 'healthy' | 'failing' | 'open';
  /** How long its oldest event that could be sent has been due. */
  readonly overdueSeconds: number;
};

export function webhookHealth(endpoints: readonly WebhookEndpointFacts[]): Finding[] {
  const open = endpoints.filter(({ state }) => state === 'open').map(({ name }) => name);
  const failing = endpoints.filter(({ state }) => state === 'failing').length;
  const late = Math.max(0, ...endpoints.map(({ state, overdueSeconds }) => (state === 'healthy' ? overdueSeconds : 0)));
  return [
    late > 120
      ? problem(
          'Webhook backlog',
          say`Events are ${span(late)} late to endpoints that answer`,
          'More processes or faster endpoints are needed; see hermod_webhooks_held',
        )
      : ok('Webhook backlog', 'No event is late'),
    open.length > 0
      ? note(
          'Webhook endpoints',
          say`${many(open.length, 'endpoint')} paused after repeated failures: ${some(open)}`,
          'Inform the customers; failed webhooks can be replayed once the endpoints respond',
        )
      : ok(
          'Webhook endpoints',
          failing > 0
            ? say`${many(failing, 'endpoint')} with retries, none paused`
            : 'All endpoints of the last day respond',
        ),
  ];
}

export type MailFacts = {
  readonly hasRelay: boolean;
  readonly retrying: number;
  readonly givenUp: number;
  readonly kept: number;
  readonly lastError: string | undefined;
  readonly unreadable: number;
  readonly mailbox: { readonly isRead: boolean; readonly error: string | undefined } | undefined;
};

export function mail(facts: MailFacts): Finding[] {
  return found([relay(facts), facts.mailbox && mailbox(facts.mailbox), unreadable(facts)]);
}

function relay({ hasRelay, retrying, givenUp, kept, lastError }: MailFacts): Finding {
  if (!hasRelay)
    return kept > 0
      ? note(
          'Mail relay',
          say`${many(kept, 'e-mail')} of the last day could not be sent: no relay is configured`,
          'Set HERMOD_MAIL_RELAY_URL; hermod mails list shows them',
        )
      : ok('Mail relay', 'None is set, and none was needed in the last day');
  if (retrying + givenUp === 0) return ok('Mail relay', 'It accepts all e-mails');
  const text =
    lastError === undefined
      ? say`${retrying} wait for a retry, ${givenUp} of the last day failed for good`
      : say`${retrying} wait for a retry, ${givenUp} of the last day failed for good: ${lastError}`;
  const advice = 'Check HERMOD_MAIL_RELAY_URL: host, password, and whether it takes mails from HERMOD_EMAIL_ADDRESS';
  return retrying > 0 ? problem('Mail relay', text, advice) : note('Mail relay', text, advice);
}

function mailbox({ isRead, error }: NonNullable<MailFacts['mailbox']>): Finding {
  const advice = 'Check HERMOD_IMAP_URL: host, user, password and folder, and that its server keeps flags';
  if (error !== undefined) return problem('Mailbox', error.charAt(0).toUpperCase() + error.slice(1), advice);
  return isRead
    ? ok('Mailbox', 'It is read')
    : problem('Mailbox', 'No process reads it', 'Look for "mailbox" in the log');
}

function unreadable({ unreadable: count }: MailFacts): Finding | undefined {
  if (count === 0) return undefined;
  const text = say`${many(count, 'e-mail')} of the last day took too much time or memory to be read`;
  return note(
    'Unreadable e-mails',
    text,
    'This may be an attack; the limits of reading an e-mail are in docs/limits.md',
  );
}

type PausedFacts = { readonly kind: PauseKind; readonly name: string | null; readonly seconds: number };

/** A pause is intended, and may have been forgotten. */
export function paused(all: readonly PausedFacts[]): Finding[] {
  if (all.length === 0) return [ok('Pauses', 'Nothing is paused')];
  const named = (wanted: PauseKind) =>
    all.filter(({ kind }) => kind === wanted).map(({ name, seconds }) => `${name} (${span(seconds)})`);
  const [carriers, accounts] = [named('carrier'), named('account')];
  return found([
    ...all.filter(({ kind }) => kind === 'all').map(everything),
    carriers.length > 0
      ? note(
          'Pauses',
          say`Paused carriers, messages for them wait: ${some(carriers)}`,
          'To resume: hermod resume carrier <carrier>',
        )
      : undefined,
    accounts.length > 0
      ? note(
          'Pauses',
          say`Paused accounts, their messages wait: ${some(accounts)}`,
          'To resume: hermod resume account <account>',
        )
      : undefined,
  ]);
}

const everything = ({ seconds }: PausedFacts): Finding =>
  note(
    'Pauses',
    say`Everything has been paused for ${span(seconds)}: no message is sent`,
    'To resume: hermod resume all',
  );

type BlockFacts = { readonly scope: string; readonly account: string };

/** Either an attack was stopped or codes do not arrive: the operator has to decide. */
export function verification(blocks: readonly BlockFacts[]): Finding[] {
  if (blocks.length === 0) return [ok('Verification', 'No destination is blocked')];
  const places = some(blocks.map(({ scope, account }) => `${scope} (${account})`));
  return [
    note(
      'Verification',
      say`Too few codes were confirmed, so no codes are sent in ${many(blocks.length, 'place')}: ${places}`,
      'If this is not an attack, check whether codes arrive, then run hermod verify lift; hermod verify blocks lists them',
    ),
  ];
}

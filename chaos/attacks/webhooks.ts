/** Endpoints that do not answer, by name, by number and by volume. */
import { type Attack, flood, type Report, reasonOf, scaled, type Target, untilAborted } from './attack.ts';
import { caller, sample } from './calls.ts';
import { type Endpoints, endlessEndpoints, hangingEndpoints } from './endpoints.ts';
import { withRows } from './rows.ts';

/** Events that wait for each origin. */
const perOrigin = 5;
const callers = 32;

export const deadNames: Attack = {
  name: 'dead-names',
  does: '400 samples to names whose name server never answers, and more as they end',
  async run(target, report) {
    const call = caller(target, report);
    const count = scaled(400, target);
    const at = (index: number) => sample(`http://n${index % count}.dead.test/`);
    await each(report, count, (index) => call(at(index)).then(() => {}));
    report.atStrength();
    let next = 0;
    await flood(report, 4, async () => {
      await call(at(next++));
      await pause(50);
    });
  },
};

function originsThat(name: string, does: string, full: number, listen: () => Promise<Endpoints>): Attack {
  return {
    name,
    does,
    accepts: null,
    async run(target, report) {
      const endpoints = await listen();
      const count = scaled(full, target);
      await occupy(target, report, count, endpoints);
      report.atStrength();
      await untilAborted(report.signal);
      endpoints.close();
    },
  };
}

async function occupy(target: Target, report: Report, origins: number, endpoints: Endpoints): Promise<void> {
  const call = caller(target, report);
  await each(report, origins * perOrigin, (index) =>
    call(sample(`${endpoints.origin(index % origins)}/${index}`)).then(() => {}),
  );
}

const hanging = (origins: number) =>
  originsThat(
    `hanging-${origins}`,
    `${origins.toLocaleString('en')} origins that take webhooks and never answer, ${perOrigin} events for each`,
    origins,
    hangingEndpoints,
  );

const endless = originsThat(
  'endless-answers',
  '140 origins whose answers never end, as fast as they are read',
  140,
  endlessEndpoints,
);

const waitingOrigins: Attack = {
  name: 'waiting-origins',
  does: '100,000 origins with an event each that is not due yet',
  accepts: null,
  async run(target, report) {
    await withRows(target, (db) =>
      db.query(
        `INSERT INTO outbox (account_id, id, kind, subject_id, url, origin, payload, created_at, state, due_at)
         SELECT $1, uuidv7(), 'delivery report', uuidv7(), 'http://w' || n || '.attack.test/',
           'http://w' || n || '.attack.test', '{}', now(), 'ready', now() + interval '1 hour'
         FROM generate_series(1, $2::integer) n`,
        [target.attacker.id, scaled(100_000, target)],
      ),
    );
    report.atStrength();
    await untilAborted(report.signal);
  },
};

const longUrls: Attack = {
  name: 'long-urls',
  does: 'samples and status callbacks with URLs of 1 MB to an endpoint that hangs, 1,500 of them',
  async run(target, report) {
    const endpoints = await hangingEndpoints();
    const call = caller(target, report);
    const tail = 'a'.repeat(1_040_000);
    const inForce = scaled(200, target);
    let posted = 0;
    await each(report, scaled(1_500, target), async (index) => {
      const url = `${endpoints.origin(index % 16)}/${tail}`;
      const registration = { value: `Long${index}`, type: 0, channel: 'SMS', statusCallbackUrl: url };
      await call(index % 10 === 9 ? { path: '/v1/senders', body: registration } : sample(url));
      if (++posted === inForce) report.atStrength();
    });
    await untilAborted(report.signal);
    endpoints.close();
  },
};

/** Once for each number, some at a time. */
async function each(report: Report, count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const one = async () => {
    for (let index = next++; index < count && !report.signal.aborted; index = next++) {
      report.count('begun');
      await work(index).catch((error: unknown) => report.count(reasonOf(error)));
    }
  };
  await Promise.all(Array.from({ length: callers }, one));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export const webhookAttacks: Attack[] = [
  deadNames,
  hanging(140),
  hanging(400),
  hanging(3_000),
  endless,
  waitingOrigins,
  longUrls,
];

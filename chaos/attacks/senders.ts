/** Senders: guessing their codes, and changing them all the time. */
import { type Attack, flood, scaled } from './attack.ts';
import { caller, numbers, send } from './calls.ts';
import { withRows } from './rows.ts';

type Registered = { id?: string };

/** Registers, guesses, deletes, and begins again. */
function guessing(name: string, does: string, registration: (turn: number) => object): Attack {
  return {
    name,
    does,
    async run(target, report) {
      const call = caller(target, report);
      let turn = 0;
      report.atStrength();
      await flood(report, 32, async () => {
        const { body } = await call({ path: '/v1/senders', body: registration(turn++) });
        const { id } = body as Registered;
        if (id === undefined) return;
        for (let guess = 0; guess < 5; guess++) {
          const confirmationCode = `${Math.floor(Math.random() * 1_000_000)}`.padStart(6, '0');
          const { status } = await call({ path: '/v1/senders/confirm', body: { id, confirmationCode } });
          if (status === 200) report.failure('a code was guessed');
        }
        await call({ method: 'DELETE', path: `/v1/senders/${id}` });
      });
    },
  };
}

const ownNumbers = numbers(10_000, '+38631');

const numberCodes = guessing('number-codes', 'guesses the codes of numbers as fast as it is answered', (turn) => ({
  value: ownNumbers[turn % ownNumbers.length],
  type: 1,
  channel: 'SMS',
}));

const nameCodes = guessing(
  'name-codes',
  'registers a name, guesses its code five times, deletes it, again',
  (turn) => ({
    value: `Name${turn % 64}`,
    type: 0,
    channel: 'SMS',
  }),
);

const senderLoop: Attack = {
  name: 'sender-loop',
  does: 'registers and deletes a sender in a loop on 32 connections',
  async run(target, report) {
    const call = caller(target, report);
    report.atStrength();
    await flood(report, 32, async (loop) => {
      const { body } = await call({ path: '/v1/senders', body: { value: `Loop${loop}`, type: 0, channel: 'SMS' } });
      const { id } = body as Registered;
      if (id !== undefined) await call({ method: 'DELETE', path: `/v1/senders/${id}` });
    });
  },
};

const deletedSenders: Attack = {
  name: 'deleted-senders',
  does: 'sends on 16 connections while a sender of the account changes, with 50,000 deleted ones behind it',
  async setup(target) {
    await withRows(target, (db) =>
      db.query(
        `INSERT INTO senders (id, account_id, value, type, channel, status, deleted_at)
         SELECT uuidv7(), $1, 'Gone' || n, 0, 'SMS', 'Confirmed', now() FROM generate_series(1, $2::integer) n`,
        [target.attacker.id, scaled(50_000, target)],
      ),
    );
  },
  async run(target, report) {
    const call = caller(target, report);
    let turn = 0;
    report.atStrength();
    await flood(report, 17, async (loop) => {
      if (loop > 0) await call(send(numbers(1)));
      else await call({ path: '/v1/senders', body: { value: `New${turn++ % 1_000}`, type: 0, channel: 'SMS' } });
    });
  },
};

export const senderAttacks: Attack[] = [numberCodes, nameCodes, senderLoop, deletedSenders];

import { describe } from 'vitest';
import { conforms } from '../conformance.ts';
import { httpRig } from './rig.ts';
import { tables } from './tables.ts';

/** A phone gateway sends every message from its own number. */
const ours = '+38640111222';

describe.each(tables)('the HTTP carrier of $name', (table) => {
  conforms(
    async (events, circumstances) => {
      const { carrier, standIn, release } = await httpRig(table, events, circumstances);
      return {
        carrier,
        inbound: (sender, recipient, text) => standIn.inbound({ from: sender, to: recipient || ours, text }),
        release,
      };
    },
    { counts: 'messages', cannotSay: table.cannotSay },
  );
});

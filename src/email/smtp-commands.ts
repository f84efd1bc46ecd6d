import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { pace } from './pace.ts';

/** What a command counts as: 16,000 a second in all, of which a mail needs five. */
const commandBytes = 1_024;

/** What the library's connection has, under names of its own. The version is pinned. */
type Connection = { _parser: unknown };
type OnCommand = (this: Connection, command: Buffer, callback?: () => void) => void;

const connection = SMTPConnection.prototype as unknown as { _onCommand: OnCommand };
const onCommand: OnCommand = connection._onCommand;
if (onCommand?.length !== 2) throw new Error('smtp-server takes commands in another way now');

/** The library takes a hundred commands of each connection in a turn of the event loop; these take turns with the others. */
connection._onCommand = function (command, callback) {
  pace.enter(commandBytes, () => {
    if (this._parser) onCommand.call(this, command, callback);
  });
};

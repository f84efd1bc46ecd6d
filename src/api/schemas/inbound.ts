import { Type } from '../../base/type.ts';
import { time } from './fields.ts';

/** The fields of an inbound message that customers and operators see. */
export const inboundText = {
  sender: Type.String({ description: 'Phone number of the author' }),
  recipient: Type.String({ description: 'Number or name that the message was sent to' }),
  text: Type.String(),
  complete: Type.Boolean({ description: 'false if parts are missing' }),
  receivedAt: time('Time of receipt'),
};

import { Type } from '../../../base/type.ts';
import { compatApis } from '../../../domain/access/doors.ts';
import {
  amount,
  balance,
  closed,
  currency,
  email,
  name,
  named,
  nextCursor,
  paging,
  time,
  uuid,
} from '../../schemas/fields.ts';

const status = Type.Enum(['active', 'suspended'], { description: 'A suspended account can send nothing' });
const receipts = Type.Enum(['auto', 'webhook', 'smpp', 'both'], {
  description:
    'Which way its delivery reports go, unless a sender says otherwise. auto: to the binds if a message came by SMPP and asks for receipts, to the URL of the request or its sender otherwise',
});
const inbound = Type.Enum(['auto', 'webhook', 'smpp', 'both'], {
  description:
    'Which way inbound messages go, unless a sender says otherwise. auto: to the URL of the sender; if it has none, to the binds of an account that has bound by SMPP',
});
const contactEmail = Type.Union([email('Where confirmation codes go'), Type.Null()]);
const doors = Type.Array(Type.Enum([...compatApis]), {
  description: 'Interfaces of other gateways that it may use besides the own one',
  maxItems: compatApis.length,
  uniqueItems: true,
});

export const AccountDetails = named('AccountDetails', {
  accountId: uuid(),
  name: name('Of the customer'),
  currency,
  balance: balance('What is left, credit not counted'),
  creditLimit: balance('How far below zero the balance may go'),
  status,
  paused: Type.Boolean({ description: 'Its messages are accepted and wait until it is resumed' }),
  contactEmail,
  doors,
  receipts,
  inbound,
  createdAt: time('When it was created'),
});

export const AccountPage = named('AccountPage', { accounts: Type.Array(Type.Ref('AccountDetails')), nextCursor });

export const NewAccount = closed({
  name: name('Of the customer'),
  currency,
  creditLimit: Type.Optional(amount('How far below zero the balance may go; 0 if left out')),
  contactEmail: Type.Optional(contactEmail),
});

export const AccountChange = closed(
  {
    name: Type.Optional(name('Of the customer')),
    creditLimit: Type.Optional(amount('How far below zero the balance may go')),
    contactEmail: Type.Optional(contactEmail),
    status: Type.Optional(status),
    doors: Type.Optional(doors),
    receipts: Type.Optional(receipts),
    inbound: Type.Optional(inbound),
  },
  { minProperties: 1 },
);

export const AccountQuery = Type.Object({
  ...paging,
  status: Type.Optional(status),
  name: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the name, in any case' })),
});

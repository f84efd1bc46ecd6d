import type { TSchema } from 'typebox';
import { AccountDetails, AccountPage } from './schemas/accounts.ts';
import { AuditPage } from './schemas/audit.ts';
import { keySchemas } from './schemas/keys.ts';
import { ledgerSchemas } from './schemas/ledger.ts';
import { priceSchemas } from './schemas/prices.ts';
import { Statistics } from './schemas/statistics.ts';
import * as traffic from './schemas/traffic.ts';

/** Every named schema of the operator's document. */
export const operatorSchemas: TSchema[] = [
  AccountDetails,
  AccountPage,
  AuditPage,
  Statistics,
  ...keySchemas,
  ...ledgerSchemas,
  ...priceSchemas,
  ...traffic.named,
];

import type { TSchema } from 'typebox';
import { AccountDetails, AccountPage } from './schemas/accounts.ts';
import { AuditPage } from './schemas/audit.ts';
import { Erased } from './schemas/erasures.ts';

/** Every named schema of the operator's document. */
export const operatorSchemas: TSchema[] = [AccountDetails, AccountPage, AuditPage, Erased];

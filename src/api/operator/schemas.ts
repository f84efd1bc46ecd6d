import type { TSchema } from '../../base/type.ts';
import { AccountDetails, AccountPage } from './accounts.ts';
import { AuditPage } from './audit.ts';
import { keySchemas } from './keys.ts';
import { ledgerSchemas } from './ledger.ts';
import { consoleAccessSchemas } from './operators.ts';
import { priceSchemas } from './prices.ts';
import { carrierSchemas } from './schemas/carriers.ts';
import { emailSchemas } from './schemas/emails.ts';
import { Erased } from './schemas/erasures.ts';
import { HealthReport } from './schemas/health.ts';
import { queueSchemas } from './schemas/queue.ts';
import { routingSchemas } from './schemas/routing.ts';
import { smppBindSchemas } from './schemas/smpp-binds.ts';
import { smppCredentialSchemas } from './schemas/smpp-credentials.ts';
import { statisticsSchemas } from './schemas/statistics.ts';
import { timelineSchemas } from './schemas/timeline.ts';
import { trafficSchemas } from './schemas/traffic.ts';
import { senderSchemas } from './senders.ts';
import { verifySchemas } from './traffic/verify.ts';

/** Every named schema of the operator's document. */
export const operatorSchemas: TSchema[] = [
  AccountDetails,
  AccountPage,
  AuditPage,
  Erased,
  HealthReport,
  ...keySchemas,
  ...smppCredentialSchemas,
  ...ledgerSchemas,
  ...priceSchemas,
  ...senderSchemas,
  ...carrierSchemas,
  ...routingSchemas,
  ...statisticsSchemas,
  ...trafficSchemas,
  ...queueSchemas,
  ...timelineSchemas,
  ...emailSchemas,
  ...smppBindSchemas,
  ...consoleAccessSchemas,
  ...verifySchemas,
];

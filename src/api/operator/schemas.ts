import type { TSchema } from '../../base/type.ts';
import { operatorStatisticsSchemas } from '../schemas/statistics.ts';
import { MessageTimeline, MessageTimelineEntry } from '../schemas/timeline.ts';
import { AccountDetails, AccountPage } from './schemas/accounts.ts';
import { AuditPage } from './schemas/audit.ts';
import { carrierSchemas } from './schemas/carriers.ts';
import { emailSchemas } from './schemas/emails.ts';
import { Erased } from './schemas/erasures.ts';
import { HealthReport } from './schemas/health.ts';
import { keySchemas } from './schemas/keys.ts';
import { ledgerSchemas } from './schemas/ledger.ts';
import { consoleAccessSchemas } from './schemas/operators.ts';
import { priceSchemas } from './schemas/prices.ts';
import { queueSchemas } from './schemas/queue.ts';
import { routingSchemas } from './schemas/routing.ts';
import { senderSchemas } from './schemas/senders.ts';
import { smppBindSchemas } from './schemas/smpp-binds.ts';
import { smppCredentialSchemas } from './schemas/smpp-credentials.ts';
import { phoneSchemas, trafficSchemas } from './schemas/traffic.ts';
import { verifySchemas } from './schemas/verify.ts';

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
  ...operatorStatisticsSchemas,
  ...trafficSchemas,
  ...queueSchemas,
  MessageTimelineEntry,
  MessageTimeline,
  ...phoneSchemas,
  ...emailSchemas,
  ...smppBindSchemas,
  ...consoleAccessSchemas,
  ...verifySchemas,
];

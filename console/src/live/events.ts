/** What the stream of events says. */
export type CarrierNow = {
  carrierId: string;
  name: string;
  enabled: boolean;
  linksUp: number;
  throttled: boolean;
  waiting: number;
};

export type Now = {
  at: string;
  acceptedPerSecond: number;
  deliveredPerSecond: number;
  oldestWaitingSeconds: number;
  waiting: number;
  webhookBacklog: number;
  webhookOldestSeconds: number;
  carriers?: CarrierNow[];
  balance?: number | string;
  currency?: string;
};

export type LiveMessage = {
  messageId: string;
  accountId?: string;
  accountName?: string;
  status: string;
  sender: string;
  destination: string;
  country: string;
  segmentCount: number;
  price: number | string;
  currency?: string;
  acceptedAt: string;
  updatedAt: string;
  [more: string]: unknown;
};

export type Changed = 'carriers' | 'senders' | 'inbound' | 'deliveries' | 'emails';

export type LiveEvents = {
  now: Now;
  messages: { messages: LiveMessage[]; skipped?: number };
  changed: { what: Changed };
  /** Something was missed: what is shown has to be asked for again. */
  reset: Record<string, never>;
};

export const carrierStates = ['disabled', 'down', 'refused', 'paused', 'throttled', 'up'] as const;
export type CarrierState = (typeof carrierStates)[number];

export type CarrierStanding = {
  readonly enabled: boolean;
  readonly linksUp: number;
  /** The carrier refuses every call or bind and gets only probes. */
  readonly refused: boolean;
  readonly isPaused: boolean;
  readonly throttled: boolean;
};

/** The first reason for which messages do not leave; a paused carrier that is down stays down when it is resumed. */
export function carrierState({ enabled, linksUp, refused, isPaused, throttled }: CarrierStanding): CarrierState {
  if (!enabled) return 'disabled';
  if (refused) return 'refused';
  if (linksUp === 0) return 'down';
  if (isPaused) return 'paused';
  return throttled ? 'throttled' : 'up';
}

/**
 * When a carrier went down. Its connections know since when their process has tried, which is later if the process was restarted; the
 * message that has waited longest was accepted while the carrier was down already.
 */
export function downSince(linksSince: Date | undefined, oldestWaiting: Date | undefined): Date | undefined {
  if (linksSince === undefined || oldestWaiting === undefined) return linksSince ?? oldestWaiting;
  return linksSince < oldestWaiting ? linksSince : oldestWaiting;
}

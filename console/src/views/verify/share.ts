/** In whole percent, downwards: "100" is said only where every code was confirmed. */
export function shareOf({ started, confirmed }: { started: number; confirmed: number }): number {
  return started === 0 ? 0 : Math.floor((100 * confirmed) / started);
}

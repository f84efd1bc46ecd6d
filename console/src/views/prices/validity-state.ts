/** Whether a price list holds now, will later, or has ended. */
export function stateOf(list: { activeFrom: string; activeTo: string | null }, now: Date): 'holds' | 'later' | 'over' {
  if (new Date(list.activeFrom) > now) return 'later';
  return list.activeTo !== null && new Date(list.activeTo) <= now ? 'over' : 'holds';
}

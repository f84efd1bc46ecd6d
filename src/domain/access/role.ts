/** What an operator may do: everything, or look without reading texts and keys, unless that is granted. */
export const roles = ['admin', 'support'] as const;
export type Role = (typeof roles)[number];

export const grants = ['text', 'keys'] as const;
export type Grant = (typeof grants)[number];

export function mayRead(role: Role, granted: readonly Grant[], what: Grant): boolean {
  return role === 'admin' || granted.includes(what);
}

/** `admin` may do everything. `support` may only read, and reads message texts and keys only if granted. */
export const roles = ['admin', 'support'] as const;
export type Role = (typeof roles)[number];
/** The role of a new operator unless another one is given: the least. */
export const newOperatorRole: Role = 'support';

export const grants = ['text', 'keys'] as const;
export type Grant = (typeof grants)[number];

export function mayRead(role: Role, granted: readonly Grant[], what: Grant): boolean {
  return role === 'admin' || granted.includes(what);
}

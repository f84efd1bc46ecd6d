/**
 * Who made a change, as the access check found it. Customers choose the names of their console sessions, and the holder of the
 * operator token chooses X-Operator, so only `kind` and `id` identify an actor; `name` is a label.
 */
export const actorKinds = ['operator', 'operator-token', 'customer', 'api-key', 'system', 'anonymous'] as const;
export type ActorKind = (typeof actorKinds)[number];

export type Actor = {
  readonly kind: ActorKind;
  /** Of the operator, of the console session (customers and the operator token) or of the API key. */
  readonly id: string | undefined;
  readonly name: string;
  /** Where the request came from. */
  readonly address: string | undefined;
};

/** The service itself, or a command that writes to the database without going over the API. */
export function systemActor(name: string): Actor {
  return { kind: 'system', id: undefined, name, address: undefined };
}

/**
 * Who made a change, as established by the access check. Only `kind` and `id` identify an actor. `name` is a label: customers
 * choose the names of their console sessions, and the holder of the operator token chooses X-Operator.
 */
export const actorKinds = ['operator', 'operator-token', 'customer', 'api-key', 'system', 'anonymous'] as const;
export type ActorKind = (typeof actorKinds)[number];

export type Actor = {
  readonly kind: ActorKind;
  /** The id of the operator, the console session (customers and the operator token) or the API key. */
  readonly id: string | undefined;
  readonly name: string;
  /** The IP address of the request. */
  readonly address: string | undefined;
};

/** The service itself, or a command that writes to the database without going over the API. */
export function systemActor(name: string): Actor {
  return { kind: 'system', id: undefined, name, address: undefined };
}

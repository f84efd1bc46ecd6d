/**
 * The service's own account. Messages that the service sends go through the queue, routes and receipts like all others, but cost
 * nothing and belong to no customer. Its id sorts before all others, so locking it first keeps the order of ids.
 */
export const serviceAccountId = '00000000-0000-7000-8000-000000000001';

/**
 * The service's own account: what it sends by itself goes through the queue, routes and receipts like any message, at no
 * price, and belongs to no customer. It sorts before every other, so that locking it first keeps the order of ids.
 */
export const serviceAccountId = '00000000-0000-7000-8000-000000000001';

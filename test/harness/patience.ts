/**
 * The one limit of everything that tests wait for. What is waited for is an event; this only ends a test whose event never
 * comes, so it is far longer than anything takes on a machine with ten times as much to do.
 */
export const patienceMs = 120_000;

/**
 * The limit of every wait for an event. It only ends a test whose event never comes, so it is far longer than anything takes on a
 * machine with ten times as much to do, and shorter than `testTimeoutMs`, so that the error names what was waited for.
 */
export const patienceMs = 90_000;

/** The limit of a test. A test that needs more names its own beside its title. */
export const testTimeoutMs = 120_000;

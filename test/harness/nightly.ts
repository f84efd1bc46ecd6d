/**
 * Whether `npm run test:nightly` runs, which sets this variable. Fuzzing, growth, chaos and some journeys have a long form for the
 * night and a short one for `npm test`.
 */
export const isNightly: boolean = process.env['TEST_NIGHTLY'] === 'true';

// What a container asks of itself: does a process answer? Not whether it is ready, because a container that is replaced while its
// database is away helps nobody. It speaks to the port of the same container, so the name in a certificate does not matter.
import http from 'node:http';
import https from 'node:https';

const { HERMOD_TLS_CERT, HERMOD_PORT = '8080', HERMOD_HOST = '127.0.0.1' } = process.env;
const host = HERMOD_HOST === '0.0.0.0' ? '127.0.0.1' : HERMOD_HOST === '::' ? '::1' : HERMOD_HOST;
const { get } = HERMOD_TLS_CERT ? https : http;

const request = get(
  { host, port: HERMOD_PORT, path: '/health/live', timeout: 4_000, rejectUnauthorized: false },
  (answer) => {
    answer.resume();
    process.exitCode = answer.statusCode === 200 ? 0 : 1;
  },
);
request.on('timeout', () => request.destroy(new Error('no answer within 4 s')));
request.on('error', ({ message }) => {
  console.error(message);
  process.exitCode = 1;
});

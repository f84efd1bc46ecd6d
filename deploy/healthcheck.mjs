// The container's health check: does a process respond? Not whether it is ready, because replacing the container does not bring an
// unavailable database back. It connects within the container, so the name in the certificate does not matter.
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

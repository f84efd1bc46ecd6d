/** Accepts every message immediately and assigns it a number. */
import { createServer } from 'node:http';

let taken = 0;
const started = Date.now().toString(36);
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    taken += 1;
    response.setHeader('content-type', 'application/json');
    response.end(`{"id":"${started}-${taken}"}`);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

/** A customer's endpoint that responds immediately; `/hang` never does. `/count` returns the number of requests. */
import { createServer } from 'node:http';

const counts = { requests: 0, hung: 0 };
const server = createServer((request, response) => {
  const url = request.url ?? '';
  if (url === '/count') {
    response.end(JSON.stringify(counts));
    return;
  }
  request.resume();
  if (url.startsWith('/hang')) {
    counts.hung += 1;
    return;
  }
  request.on('end', () => {
    counts.requests += 1;
    response.end('ok');
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

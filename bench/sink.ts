/** A customer's endpoint that answers at once; `/hang` never does. Counts, and prints its counts as JSON every second. */
import { createServer } from 'node:http';

const counts = { fast: 0, hung: 0 };
const server = createServer((request, response) => {
  request.resume();
  if (request.url?.startsWith('/hang')) {
    counts.hung += 1;
    return;
  }
  counts.fast += 1;
  request.on('end', () => response.end('ok'));
});
server.listen(Number(process.argv[2]), '127.0.0.1');
setInterval(() => console.log(JSON.stringify(counts)), 1_000).unref();
process.on('SIGTERM', () => process.exit(0));

import { Hub } from './hub.ts';

/** One for all pages of a browser; it ends with the last of them. */
const hub = new Hub();
globalThis.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port) hub.connect(port);
});

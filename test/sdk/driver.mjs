// Calls the SDK as instructed, one call per line.
import { createInterface } from 'node:readline';
import { Hermod, verify } from '@hermod/sdk';

const clients = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const { id, options, method, args } = JSON.parse(line);
  void outcomeOf(options, method, args).then((outcome) => console.log(JSON.stringify({ id, ...outcome })));
}

async function outcomeOf(options, method, args) {
  try {
    if (method === 'verify') return { value: await verify(...args) };
    const [noun, verb] = method.split('.');
    const result = clientOf(options)[noun][verb](...args);
    return { value: result[Symbol.asyncIterator] ? await collected(result) : await result };
  } catch (error) {
    const { name: type, message, ...facts } = error;
    return { error: { type, message, ...facts } };
  }
}

/** One client per set of options, so that connections are kept. */
function clientOf(options) {
  const key = JSON.stringify(options);
  if (!clients.has(key)) clients.set(key, new Hermod(options));
  return clients.get(key);
}

async function collected(list) {
  const items = [];
  for await (const item of list) items.push(item);
  return items;
}

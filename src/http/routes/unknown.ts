import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';

/** All that Node reads. HEAD comes with GET, and CONNECT never reaches a route. */
const allMethods = METHODS.filter((method) => method !== 'HEAD' && method !== 'CONNECT');

export function unknownPath(request: FastifyRequest): never {
  throw noSuchPath(request);
}

/** Said before the body is read: whatever that is, nobody here would have understood it. */
export function pathFault(request: FastifyRequest): HttpError | undefined {
  return request.is404 ? noSuchPath(request) : undefined;
}

function noSuchPath({ method, url }: FastifyRequest): HttpError {
  return new HttpError(404, `There is no ${method} ${url.split('?')[0]?.slice(0, 200)}`);
}

/** Watches which routes are added; the returned function then gives every path a 405 for the methods it does not have. */
export function watchRoutes(app: FastifyInstance): () => void {
  const taken = new Map<string, Set<string>>();
  for (const method of allMethods) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.addHook('onRoute', (route) => {
    const methods = taken.get(route.url) ?? new Set<string>();
    taken.set(route.url, methods);
    for (const method of [route.method].flat()) methods.add(method);
  });
  return () => {
    for (const [url, methods] of [...taken]) addRefusal(app, url, methods);
  };
}

function addRefusal(app: FastifyInstance, url: string, methods: Set<string>): void {
  const allow = [...methods].sort().join(', ');
  const missing = allMethods.filter((name) => !methods.has(name));
  app.route({
    method: missing,
    url,
    schema: { hide: true },
    onRequest: (request, _reply, done) => done(methodFault(request, allow)),
    handler: unknownPath,
  });
}

function methodFault(request: FastifyRequest, allow: string): HttpError {
  // A parameter may be empty: then it is the path in front of it, with a slash too many.
  if (Object.values(request.params as object).includes('')) return noSuchPath(request);
  return new HttpError(405, `${request.method} is not possible here, but ${allow}`, { allow });
}

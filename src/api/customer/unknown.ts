import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../server/errors.ts';

const usedMethods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

export function unknownPath(request: FastifyRequest): never {
  throw noSuchPath(request);
}

function noSuchPath({ method, url }: FastifyRequest): HttpError {
  return new HttpError(404, `Path not found: ${method} ${pathOf(url).slice(0, 200)}`);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0]!;
}

type KnownPath = { readonly parts: readonly string[]; readonly allow: string };

/** All known paths, so that a known path gets 405 and not 404 for a method that it does not have. */
export class Paths {
  readonly #methods = new Map<string, Set<string>>();
  #paths: readonly KnownPath[] = [];

  watch(app: FastifyInstance): void {
    app.addHook('onRoute', (route) => {
      const methods = this.#methods.get(route.url) ?? new Set<string>();
      this.#methods.set(route.url, methods);
      for (const method of [route.method].flat()) methods.add(method);
    });
  }

  /**
   * Call it after all routes were added. It adds a route for every method in use, so that a literal segment (…/confirm) is not taken for an
   * id that another method has in that place. Node knows 30 more methods; `fault` refuses those without a route.
   */
  refuseOthers(app: FastifyInstance): void {
    const paths = [...this.#methods].map(([url, methods]) => ({ url, methods, allow: [...methods].sort().join(', ') }));
    for (const { url, methods, allow } of paths) addRefusal(app, url, methods, allow);
    this.#paths = paths.map(({ url, allow }) => ({ parts: url.split('/'), allow })).sort(byParameters);
  }

  /** The 404 or 405 of a request without a route, before its body is read. */
  fault(request: FastifyRequest): HttpError | undefined {
    if (!request.is404) return undefined;
    if (request.method === 'HEAD' || usedMethods.includes(request.method)) return noSuchPath(request);
    const parts = pathOf(request.url).split('/');
    const found = this.#paths.find((path) => matches(path, parts));
    return found === undefined ? noSuchPath(request) : notPossible(request, found.allow);
  }
}

function byParameters(a: KnownPath, b: KnownPath): number {
  const parameters = ({ parts }: KnownPath) => parts.filter(isParameter).length;
  return parameters(a) - parameters(b);
}

function isParameter(part: string): boolean {
  return part.startsWith(':');
}

function matches({ parts }: KnownPath, requested: readonly string[]): boolean {
  if (parts.at(-1) === '*' ? parts.length > requested.length : parts.length !== requested.length) return false;
  const isEqual = (part: string, given: string) =>
    part === given || part === '*' || (isParameter(part) && given !== '');
  return parts.every((part, index) => isEqual(part, requested[index]!));
}

function addRefusal(app: FastifyInstance, url: string, methods: Set<string>, allow: string): void {
  const missing = usedMethods.filter((name) => !methods.has(name));
  if (missing.length === 0) return;
  app.route({
    method: missing,
    url,
    schema: { hide: true },
    onRequest: (request, _reply, done) => done(methodFault(request, allow)),
    handler: unknownPath,
  });
}

function methodFault(request: FastifyRequest, allow: string): HttpError {
  // An empty parameter is a trailing slash, and such a path is unknown.
  if (Object.values(request.params as object).includes('')) return noSuchPath(request);
  return notPossible(request, allow);
}

function notPossible({ method }: FastifyRequest, allow: string): HttpError {
  return new HttpError(405, `${method} is not possible here, but ${allow}`, { allow });
}

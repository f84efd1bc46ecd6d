import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';

/** Those that routes have here. HEAD comes with GET. */
const usedMethods = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

export function unknownPath(request: FastifyRequest): never {
  throw noSuchPath(request);
}

function noSuchPath({ method, url }: FastifyRequest): HttpError {
  return new HttpError(404, `There is no ${method} ${pathOf(url).slice(0, 200)}`);
}

function pathOf(url: string): string {
  return url.split('?', 1)[0]!;
}

type Path = { readonly parts: readonly string[]; readonly allow: string };

/** Which paths there are, so that one that exists is refused with 405 for all methods that it does not have. */
export class Paths {
  readonly #methods = new Map<string, Set<string>>();
  #paths: readonly Path[] = [];

  watch(app: FastifyInstance): void {
    app.addHook('onRoute', (route) => {
      const methods = this.#methods.get(route.url) ?? new Set<string>();
      this.#methods.set(route.url, methods);
      for (const method of [route.method].flat()) methods.add(method);
    });
  }

  /**
   * Once all are there. Routes for the methods in use only: what has a name of its own (…/confirm) must not be taken for the id
   * that another method has in its place. Node reads thirty more, and routes for all of them would be most of all routes.
   */
  refuseOthers(app: FastifyInstance): void {
    const paths = [...this.#methods].map(([url, methods]) => ({ url, methods, allow: [...methods].sort().join(', ') }));
    for (const { url, methods, allow } of paths) addRefusal(app, url, methods, allow);
    this.#paths = paths.map(({ url, allow }) => ({ parts: url.split('/'), allow })).sort(byParameters);
  }

  /** Refused before the body is read, because no route would parse it. */
  fault(request: FastifyRequest): HttpError | undefined {
    if (!request.is404) return undefined;
    if (request.method === 'HEAD' || usedMethods.includes(request.method)) return noSuchPath(request);
    const parts = pathOf(request.url).split('/');
    const found = this.#paths.find((path) => isLike(path, parts));
    return found === undefined ? noSuchPath(request) : notPossible(request, found.allow);
  }
}

function byParameters(a: Path, b: Path): number {
  const parameters = ({ parts }: Path) => parts.filter(isParameter).length;
  return parameters(a) - parameters(b);
}

function isParameter(part: string): boolean {
  return part.startsWith(':');
}

function isLike({ parts }: Path, asked: readonly string[]): boolean {
  if (parts.at(-1) === '*' ? parts.length > asked.length : parts.length !== asked.length) return false;
  const isRight = (part: string, given: string) =>
    part === given || part === '*' || (isParameter(part) && given !== '');
  return parts.every((part, index) => isRight(part, asked[index]!));
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
  // A parameter may be empty: then it is the path in front of it, with a slash too many.
  if (Object.values(request.params as object).includes('')) return noSuchPath(request);
  return notPossible(request, allow);
}

function notPossible({ method }: FastifyRequest, allow: string): HttpError {
  return new HttpError(405, `${method} is not possible here, but ${allow}`, { allow });
}

/**
 * The servers of a connection string, each as its own connection string. Several are listed in the syntax of libpq:
 * `postgres://user:password@first:5432,second:5433/database`, or as lists in the parameters `host` and `port`. The driver supports
 * only one server.
 */
export function hostsOf(url: string): string[] {
  const { scheme, login, hosts, rest } = partsOf(url);
  if (hosts.includes(',')) return hosts.split(',').map((host) => `${scheme}${login}${host}${rest}`);
  const listed = parameter(rest, 'host')?.split(',') ?? [];
  if (listed.length < 2) return [url];
  const ports = parameter(rest, 'port')?.split(',') ?? [];
  return listed.map((host, index) => {
    const port = ports.length > 1 ? ports[index] : ports[0];
    return `${scheme}${login}${hosts}${withParameters(rest, { host, ...(port ? { port } : {}) })}`;
  });
}

/** Whether target_session_attrs allows a server that accepts writes, which Hermod needs. */
export function asksForWritable(url: string): boolean {
  const wanted = parameter(partsOf(url).rest, 'target_session_attrs');
  return wanted === undefined || ['read-write', 'primary', 'any'].includes(wanted);
}

/** Without user and password; for a socket, its folder. */
export function hostName(url: string): string {
  const { hosts, rest } = partsOf(url);
  return parameter(rest, 'host') ?? hosts.replaceAll(/%2f/gi, '/');
}

export function hostPort(url: string): number {
  const { hosts, rest } = partsOf(url);
  return Number(parameter(rest, 'port') ?? /:(\d{1,5})$/.exec(hosts)?.[1] ?? 5_432);
}

type Parts = { scheme: string; login: string; hosts: string; rest: string };

function partsOf(url: string): Parts {
  const begin = url.indexOf('://') + 3;
  const length = url.slice(begin).search(/[/?#]/);
  const end = length < 0 ? url.length : begin + length;
  const authority = url.slice(begin, end);
  const at = authority.lastIndexOf('@') + 1;
  return {
    scheme: url.slice(0, begin),
    login: authority.slice(0, at),
    hosts: authority.slice(at),
    rest: url.slice(end),
  };
}

function parameter(rest: string, name: string): string | undefined {
  const [, query = ''] = rest.split('?', 2);
  return new URLSearchParams(query).get(name) ?? undefined;
}

function withParameters(rest: string, changed: Record<string, string>): string {
  const [path = '', query = ''] = rest.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changed)) parameters.set(name, value);
  return `${path}?${parameters.toString()}`;
}

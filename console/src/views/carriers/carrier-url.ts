import { type Option, options } from './smpp-options.ts';

/** An smpp:// URL as the fields of a form. */
export type CarrierFields = {
  readonly tls: boolean;
  readonly host: string;
  readonly port: string;
  readonly systemId: string;
  readonly password: string;
  /** By name; what is left out is as usual. */
  readonly options: Readonly<Record<string, string>>;
};

export const noFields: CarrierFields = { tls: false, host: '', port: '', systemId: '', password: '', options: {} };

/** Only what differs from the usual stands in the URL, so that it can be read. */
export function urlOf({ tls, host, port, systemId, password, options: chosen }: CarrierFields): string {
  const credentials = password === '' ? encoded(systemId) : `${encoded(systemId)}:${encoded(password)}`;
  const address = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const known = options.filter(({ name, standard }) => (chosen[name] ?? standard) !== standard);
  // What the form does not know is kept as it was.
  const unknown = Object.keys(chosen).filter((name) => options.every((option) => option.name !== name));
  const query = [...known.map(({ name }) => name), ...unknown].map((name) => `${name}=${encoded(chosen[name] ?? '')}`);
  return [
    tls ? 'smpps://' : 'smpp://',
    credentials === '' ? '' : `${credentials}@`,
    address.trim(),
    port.trim() === '' ? '' : `:${port.trim()}`,
    query.length === 0 ? '' : `?${query.join('&')}`,
  ].join('');
}

/** Undefined for other URLs than smpp://, such as that of the simulator: they are edited as URLs. */
export function fieldsOf(url: string): CarrierFields | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || (parsed.protocol !== 'smpp:' && parsed.protocol !== 'smpps:')) return undefined;
  const [systemId, password] = [decoded(parsed.username), decoded(parsed.password)];
  if (systemId === undefined || password === undefined) return undefined;
  return {
    tls: parsed.protocol === 'smpps:',
    host: parsed.hostname.replaceAll(/^\[|\]$/g, ''),
    port: parsed.port,
    systemId,
    password,
    options: Object.fromEntries(parsed.searchParams),
  };
}

/** The number of connections that a carrier should have; undefined where its URL says nothing of them. */
export function bindsOf(url: string): number | undefined {
  const fields = fieldsOf(url);
  if (!fields) return undefined;
  const binds = Number(fields.options['binds'] ?? '1');
  return fields.options['mode'] === 'pair' ? binds * 2 : binds;
}

/** Which option the service complains about: "url: window is wrong: found …". */
export function optionAtFault(text: string, known: readonly Option[] = options): string | undefined {
  const name = /^url: (\w+) is wrong/.exec(text)?.[1];
  return known.find((option) => option.name === name)?.name;
}

export function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

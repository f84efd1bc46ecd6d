import { decoded, encoded } from './carrier-url.ts';
import { optionsOf, providers } from './http-options.ts';

/** An https+provider:// URL as the fields of a form. */
export type HttpFields = {
  readonly provider: string;
  readonly tls: boolean;
  /** With its port, if it has one. */
  readonly host: string;
  readonly user: string;
  readonly password: string;
  /** By name; what is left out is as usual. */
  readonly options: Readonly<Record<string, string>>;
};

export const noHttpFields: HttpFields = {
  provider: 'twilio',
  tls: true,
  host: providers['twilio']?.host ?? '',
  user: '',
  password: '',
  options: {},
};

const scheme = /^(https?)\+([a-z]+):$/;

export const isHttp = (url: string): boolean => /^https?\+[a-z]+:/.test(url);
export const isGeneric = (url: string): boolean => /^https?\+generic:/.test(url);

/** Only what differs from the usual stands in the URL, so that it can be read. */
export function httpUrlOf({ provider, tls, host, user, password, options: chosen }: HttpFields): string {
  const known = new Map(optionsOf(provider).map(({ name, standard }) => [name, standard]));
  const query = Object.entries(chosen)
    .filter(([name, value]) => value !== (known.get(name) ?? ''))
    .map(([name, value]) => `${name}=${encoded(value).replaceAll(/%(?:2F|3A|2C)/g, decodeURIComponent)}`);
  const credentials = password === '' ? encoded(user) : `${encoded(user)}:${encoded(password)}`;
  return [
    `${tls ? 'https' : 'http'}+${provider}://`,
    credentials === '' ? '' : `${credentials}@`,
    host.trim(),
    query.length === 0 ? '' : `?${query.join('&')}`,
  ].join('');
}

/** Undefined if the form does not know the provider of the URL, which is then edited as a URL. */
export function httpFieldsOf(url: string): HttpFields | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const [, protocol, provider = ''] = scheme.exec(parsed?.protocol ?? '') ?? [];
  if (!parsed || !protocol || !Object.hasOwn(providers, provider)) return undefined;
  const [user, password] = [decoded(parsed.username), decoded(parsed.password)];
  if (user === undefined || password === undefined) return undefined;
  return {
    provider,
    tls: protocol === 'https',
    host: parsed.host,
    user,
    password,
    options: Object.fromEntries(parsed.searchParams),
  };
}

/** Another provider has another host, and does not know the parameters of the old one. */
export function withProvider(fields: HttpFields, provider: string): HttpFields {
  const isUsual = fields.host === '' || fields.host === providers[fields.provider]?.host;
  const known = optionsOf(provider).map(({ name }) => name);
  return {
    ...fields,
    provider,
    host: isUsual ? (providers[provider]?.host ?? '') : fields.host,
    options: Object.fromEntries(Object.entries(fields.options).filter(([name]) => known.includes(name))),
  };
}

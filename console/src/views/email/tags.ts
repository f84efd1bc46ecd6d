/** The tags of a mail, by the field that the service reads them into. */
const names: Readonly<Record<string, string>> = {
  apikey: '#apikey#',
  sender: '#sender#',
  destinations: '#startdestination#',
  isUnicode: '#isunicode#',
  scheduledTime: '#scheduledtime#',
  priceReport: '#pricereport#',
  deliveryReportUrl: '#callbackurl#',
};

export type Tag = { readonly tag: string; readonly value: string };

/** What was read, tag by tag. Recipients beyond the first few are only counted. */
export function tagsOf(tags: Readonly<Record<string, unknown>>): Tag[] {
  const { destinationCount, ...rest } = tags;
  const order = Object.keys(names);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const sorted = Object.entries(rest).sort(([one], [other]) => place(one) - place(other));
  return sorted.map(([name, value]) => ({
    tag: names[name] ?? name,
    value: name === 'destinations' ? recipients(value, destinationCount) : textOf(name, value),
  }));
}

function recipients(listed: unknown, count: unknown): string {
  const numbers = Array.isArray(listed) ? listed.map(String) : [];
  const more = typeof count === 'number' ? count - numbers.length : 0;
  return [...numbers, ...(more > 0 ? [`+ ${more}`] : [])].join(', ');
}

function textOf(name: string, value: unknown): string {
  if (name === 'scheduledTime' && typeof value === 'number') return new Date(value * 1_000).toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What proves whose mail it is, as the service stores it. */
export type Proof = {
  trusted?: boolean;
  spf?: { result: string; domain: string };
  dkim?: { result: string; domain: string; weakness?: string }[];
  dmarc?: string;
};

export type SenderCheck = { readonly check: 'SPF' | 'DKIM' | 'DMARC'; readonly result: string; readonly about: string };

/** Each check with its result. Without any, the sender needed no proof. */
export function senderChecksOf({ spf, dkim = [], dmarc }: Proof): SenderCheck[] {
  return [
    ...(spf ? [{ check: 'SPF', result: spf.result, about: spf.domain } as const] : []),
    ...dkim.map(({ result, domain, weakness }) => ({
      check: 'DKIM' as const,
      result,
      about: weakness ? `${domain}: ${weakness}` : domain,
    })),
    ...(dmarc === undefined ? [] : [{ check: 'DMARC', result: dmarc, about: '' } as const]),
  ];
}

export function toneOf(result: string): 'ok' | 'bad' | 'warn' | 'none' {
  if (result === 'pass') return 'ok';
  if (/^(fail|softfail|permerror|policy)$/.test(result)) return 'bad';
  return result === 'temperror' ? 'warn' : 'none';
}

/** What a browser does with the console: it keeps the cookie, and the console's own requests carry its header. */
import type { Answer, Call, RunningService } from '../harness/service.ts';

export type Browser = {
  /** As a page of the console asks. */
  call(options: Omit<Call, 'key'>): Promise<Answer>;
  logIn(body: object, headers?: Record<string, string>): Promise<Answer>;
  cookie(): string | undefined;
  /** The same cookie, sent to another process. */
  at(service: Pick<RunningService, 'call'>): Browser;
};

export function browser(service: Pick<RunningService, 'call'>, kept?: string): Browser {
  let cookie = kept;
  const call = async ({ headers, ...rest }: Omit<Call, 'key'>): Promise<Answer> => {
    const own = { 'hermod-console': '1', 'sec-fetch-site': 'same-origin', ...(cookie === undefined ? {} : { cookie }) };
    const answer = await service.call({ ...rest, key: null, headers: { ...own, ...headers } });
    const [set] = [answer.headers['set-cookie'] ?? []].flat();
    if (set !== undefined) cookie = set.split(';')[0]!.endsWith('=') ? undefined : set.split(';')[0];
    return answer;
  };
  return {
    call,
    logIn: (body, headers = {}) => call({ path: '/console/v1/session', body, headers }),
    cookie: () => cookie,
    at: (other) => browser(other, cookie),
  };
}

/** The part of a link after the #. */
export function linkIn({ body }: Answer): string {
  const { url, link } = body as { url?: string; link?: { url: string } };
  return (url ?? link!.url).split('#')[1]!;
}

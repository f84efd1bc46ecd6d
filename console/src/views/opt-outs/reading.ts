import { useInfiniteQuery } from '@tanstack/react-query';
import { api, ask, type Customer } from '../../api/client.ts';
import { list, read, refresh } from '../../api/queries.ts';
import { saveFile } from '../../parts/save-file.ts';

export type OptOut = Customer['OptOut'];
export type Settings = Customer['OptOutSettings'];

const own = '/v1/opt-outs';
const all = '/admin/v1/accounts/{accountId}/opt-outs';
export const readPaths = [own, all];

/** The account that an operator has chosen; undefined: one's own. */
export type Owner = string | undefined;

const at = (accountId: string) => ({ path: { accountId } });

export function useOptOuts(accountId: Owner, query: Record<string, string>, isEnabled: boolean) {
  const params = { query: { limit: '50', ...query } as never };
  const theirs = list(all, { params: { ...params, ...at(accountId ?? '') } });
  const ours = list(own, { params }) as unknown as typeof theirs;
  const pages = useInfiniteQuery({ ...(accountId === undefined ? ours : theirs), enabled: isEnabled });
  return { pages, rows: pages.data?.pages.flatMap(({ optOuts }) => optOuts as OptOut[]) };
}

const changed = <T>(result: T): T => {
  void refresh(...readPaths);
  return result;
};

/** One number a line, or a file as it is exported. */
export async function importNumbers(accountId: Owner, body: string) {
  const given = {
    headers: { 'content-type': 'text/csv; charset=utf-8' },
    body,
    bodySerializer: (text: string) => text,
  };
  return changed(
    await (accountId === undefined
      ? ask(api.POST(`${own}/import`, given))
      : ask(api.POST(`${all}/import`, { ...given, params: at(accountId) }))),
  );
}

export async function removeOptOut(accountId: Owner, optOutId: string): Promise<void> {
  await (accountId === undefined
    ? ask(api.DELETE(`${own}/{optOutId}`, { params: { path: { optOutId } } }))
    : ask(api.DELETE(`${all}/{optOutId}`, { params: { path: { accountId, optOutId } } })));
  changed(undefined);
}

export async function download(accountId: Owner): Promise<void> {
  const file = await (accountId === undefined
    ? ask(api.GET(`${own}.csv`, { parseAs: 'blob' }))
    : ask(api.GET(`${all}.csv`, { params: at(accountId), parseAs: 'blob' })));
  saveFile('opt-outs.csv', file as unknown as Blob);
}

export function settingsOf(accountId: Owner) {
  const ours = read(`${own}/settings`);
  return accountId === undefined
    ? ours
    : (read(`${all}/settings`, { params: at(accountId) }) as unknown as typeof ours);
}

export async function saveSettings(accountId: Owner, body: Partial<Settings>): Promise<void> {
  await (accountId === undefined
    ? ask(api.PATCH(`${own}/settings`, { body }))
    : ask(api.PATCH(`${all}/settings`, { params: at(accountId), body })));
  changed(undefined);
}

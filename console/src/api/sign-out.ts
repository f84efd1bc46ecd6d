import { api, ask } from './client.ts';
import { toLogin } from './scope.ts';

export async function signOut(): Promise<void> {
  await ask(api.DELETE('/console/v1/session')).catch(() => {});
  toLogin();
}

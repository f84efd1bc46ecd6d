import { useQuery } from '@tanstack/react-query';
import { api, ask, type Customer } from '../api/client.ts';
import { refresh } from '../api/queries.ts';
import { useScope } from '../api/session.tsx';
import { headersFor } from './sending.ts';

export type Template = Customer['Template'];
export type TemplateSummary = Customer['TemplateSummary'];
export type TemplateVersion = Customer['TemplateVersion'];

export const templatesPath = '/v1/templates';
const one = '/v1/templates/{templateId}';
const at = (templateId: string) => ({ path: { templateId } });

/** The templates of an account: for an operator, of the one that was chosen. */
export function useTemplates(accountId?: string) {
  const scope = useScope();
  const headers = headersFor(scope, accountId);
  return useQuery({
    queryKey: [templatesPath, accountId ?? ''],
    queryFn: async () =>
      (await ask(api.GET(templatesPath, { params: { query: { limit: '1000' } }, headers }))).templates,
    enabled: scope.kind === 'account' || accountId !== undefined,
  });
}

export function useTemplate(templateId: string | undefined, accountId?: string) {
  const headers = headersFor(useScope(), accountId);
  return useQuery({
    queryKey: [one, accountId ?? '', templateId],
    queryFn: () => ask(api.GET(one, { params: at(templateId!), headers })),
    enabled: templateId !== undefined,
  });
}

export function useTemplateVersions(templateId: string | undefined) {
  return useQuery({
    queryKey: [`${one}/versions`, templateId],
    queryFn: async () => (await ask(api.GET(`${one}/versions`, { params: at(templateId!) }))).versions,
    enabled: templateId !== undefined,
  });
}

type Content = Pick<Template, 'name' | 'defaultLanguage' | 'texts' | 'variables'>;

/** Creates a template, or changes this one: texts that it no longer has are removed. */
export async function saveTemplate(before: Template | undefined, content: Content): Promise<void> {
  if (before === undefined) await ask(api.POST(templatesPath, { body: content }));
  else {
    const removed = Object.keys(before.texts).map((language) => [language, null]);
    const texts = { ...Object.fromEntries(removed), ...content.texts } as Record<string, string | null>;
    await ask(api.PATCH(one, { params: at(before.templateId), body: { ...content, texts } }));
  }
  void refresh(templatesPath);
}

export async function deleteTemplate(templateId: string): Promise<void> {
  await ask(api.DELETE(one, { params: at(templateId) }));
  void refresh(templatesPath);
}

/** Calls the operator's endpoints as the command line would. */
import { type Answer, adminToken, type Call, type RunningService } from './service.ts';

export type OperatorCall = Omit<Call, 'key'> & { token?: string | null };

/** `path` is relative to /admin/v1. */
export function operator(service: Pick<RunningService, 'call'>) {
  return ({ path, token = adminToken, headers, ...rest }: OperatorCall): Promise<Answer> =>
    service.call({
      ...rest,
      path: `/admin/v1${path}`,
      key: null,
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
    });
}

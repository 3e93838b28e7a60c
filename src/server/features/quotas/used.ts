import { duration } from '../../../domain/limits.ts';
import type { SignedIn } from '../context.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';

/** The user's consumption of daily quotas; `ends` in seconds, 0 if nothing is used (LIMIT-14). */
export async function usageToday({ quotas, session }: SignedIn): Promise<EndpointAnswer> {
  const all = Object.entries(await quotas.usage(session.user));
  return {
    data: Object.fromEntries(
      all.map(([what, { used, max, endsMs }]) => [
        what,
        { used, max, ends: Math.ceil(endsMs / duration.SECOND) },
      ]),
    ),
  };
}

import { duration } from '../../../domain/limits.ts';
import * as fileCalls from '../../../wire/calls/files.ts';
import type { EndpointAnswer } from '../../kernel/request.ts';
import type { SignedIn } from '../context.ts';
import { type Endpoint, own } from '../endpoint.ts';

export const quotaEndpoints: readonly Endpoint[] = [own(fileCalls.quotaCall, usageToday)];

/** The user's consumption of daily quotas; `ends` in seconds, 0 if nothing is used (LIMIT-14). */
async function usageToday({ quotas, session }: SignedIn): Promise<EndpointAnswer> {
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

import type { Core } from '../../kernel/core.ts';
import { startJob } from '../../kernel/job.ts';
import type { StopJob } from '../../kernel/job.ts';
import { openIdLimits } from '../../kernel/limits.ts';

/** A provider that does not answer is known before the first login fails (OPS-22). */
export function startLookingAtProviders(core: Core): StopJob {
  const mayLook = core.openIds?.look !== undefined && core.openIds.providers.length > 0;
  // The console may name a provider later.
  if (!mayLook && !core.makeServices) return () => Promise.resolve();
  return startJob(core, {
    failed: 'the OpenID providers were not asked',
    waitMs: () => openIdLimits.lookEveryMs,
    atOnce: true,
    run: async () => core.openIds?.look?.(),
  });
}

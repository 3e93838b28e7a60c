import * as v from 'valibot';
import { releaseLimits } from './release-limits.ts';
import type { Job } from '../kernel/job.ts';

/** The feed of releases, a static file that `npm run release` writes (docs/releasing.md). */
const Feed = v.object({
  releases: v.pipe(
    v.array(
      v.object({ version: v.pipe(v.string(), v.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/)), date: v.string() }),
    ),
    v.maxLength(releaseLimits.listedMax),
  ),
});

type Release = v.InferOutput<typeof Feed>['releases'][number];

export interface ReleaseWatch {
  readonly job: Job;
  /** The newest release above this program's version; null: unknown. */
  newer(): Release | null;
}

/** Checks once a day for a newer release; installs nothing (START-20). */
export function watchReleases(version: string, read: () => Promise<unknown>): ReleaseWatch {
  let newest: Release | null = null;
  return {
    newer: () => newest,
    job: {
      failed: 'the feed of releases could not be read',
      waitMs: () => releaseLimits.lookEveryMs,
      atOnce: true,
      async work() {
        const { releases } = v.parse(Feed, await read());
        const newer = releases.filter((release) => order(release.version, version) > 0);
        newest = newer.toSorted((a, b) => order(b.version, a.version))[0] ?? null;
      },
    },
  };
}

/** Compares the numbers of `6.10.0` and `6.9.1-dev` only, so that a pre-release of 6.9.1 counts as 6.9.1. */
function order(a: string, b: string): number {
  const [these, those] = [a, b].map((one) => (one.split('-', 1)[0] ?? '').split('.').map(Number));
  const at = [0, 1, 2].find((place) => these?.[place] !== those?.[place]) ?? 0;
  return (these?.[at] ?? 0) - (those?.[at] ?? 0);
}

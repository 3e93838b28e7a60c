import { browserClock, browserIds, browserRandom } from '../../client/browser/system-adapter.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Ids, Random } from '../../ports/random.ts';

/** The page's own time, chance and words. */
export interface System {
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Log;
  language(): string;
  /** Everything of this origin is forgotten but the language, and the page begins anew. */
  reload(): void;
}

const log: Log = {
  write: (level, what, facts) => {
    if (level === 'debug' || level === 'info') return;
    // oxlint-disable-next-line no-console -- the one place where the demo's log goes
    console[level](what, facts ?? '');
  },
};

export const createSystem = (): System => ({
  clock: browserClock,
  random: browserRandom,
  ids: browserIds,
  log,
  language: () => localStorage.getItem('language') ?? 'zh-CN',
  reload: () => {
    const language = localStorage.getItem('language');
    localStorage.clear();
    if (language !== null) localStorage.setItem('language', language);
    location.reload();
  },
});

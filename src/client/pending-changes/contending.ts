import type { UserId } from '../../domain/ids.ts';
import { ownPrefix } from '../../domain/own-keys.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import { flagsKeptMax } from '../state/limits.ts';
import type { PendingChange } from '../state/local-event.ts';

type Made = readonly [key: string, atMs: number];

/**
 * The moments at which the user made pending changes, in the small storage shared by all tabs of a browser.
 * The server refuses a change that is older than a committed one of another device (SEND-23).
 */
export interface Moments {
  note(change: PendingChange): void;
  /** Fields of its request. An unknown moment is now. */
  fieldsOf(change: PendingChange): { readonly age_ms: number; readonly by: string };
}

const nameOf = ({ register, conversation }: PendingChange): string => `${register} ${conversation}`;

export function createMoments(settings: SettingsPort, user: UserId, clock: Clock, by: string): Moments {
  const key = `${ownPrefix(user)}made`;
  const all = (): readonly Made[] => read(settings.get(key));
  const elapsedAt = new Map<string, number>();
  return {
    note: (change) => {
      const [name, atMs] = [nameOf(change), clock.nowMs()];
      const others = all().filter(([other]) => other !== name);
      settings.set(key, JSON.stringify([...others, [name, atMs]].slice(-flagsKeptMax)));
      if (elapsedAt.size >= flagsKeptMax) elapsedAt.clear();
      elapsedAt.set(`${name} ${atMs}`, clock.elapsedMs());
    },
    fieldsOf: (change) => {
      const [nowMs, elapsedMs] = [clock.nowMs(), clock.elapsedMs()];
      const [, atMs = nowMs] = all().find(([name]) => name === nameOf(change)) ?? [];
      // Some browsers do not count a sleep as elapsed, and the clock may have been set back: the longer one.
      const sinceMs = elapsedMs - (elapsedAt.get(`${nameOf(change)} ${atMs}`) ?? elapsedMs);
      return { age_ms: Math.max(0, nowMs - atMs, sinceMs), by };
    },
  };
}

/** Content written by another build is untrusted. */
function read(text: string | null): readonly Made[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isMade) : [];
  } catch {
    return [];
  }
}

const isMade = (one: unknown): one is Made =>
  Array.isArray(one) && typeof one[0] === 'string' && Number.isSafeInteger(one[1]);

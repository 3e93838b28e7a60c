import { createMemoryProfile, type MemoryProfile } from '../../src/client/persistence/memory-adapter.ts';

/**
 * A browser profile whose tabs share their storage but have not received the event about a change by another
 * tab.
 */
export function profileWithoutEvents(): { readonly kept: MemoryProfile; readonly profile: MemoryProfile } {
  const stored = createMemoryProfile();
  return {
    kept: stored,
    profile: { ...stored, settings: () => ({ ...stored.settings(), onChange: () => () => undefined }) },
  };
}

/** Changes the stored data like a log-out in another tab. */
export async function loggedOutElsewhere(kept: MemoryProfile, user: number): Promise<void> {
  for (const key of ['authToken', 'userInfo', 'loginId']) kept.settings().set(key, null);
  await kept.records.wipe(String(user));
}

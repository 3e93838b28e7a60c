import type { ThreadKey } from '../../domain/ids.ts';
import { EMPTY_DRAFT } from '../../domain/message.ts';
import { threadLimits } from '../../domain/message-limits.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { Drafts } from '../kernel/drafts.ts';

/** Stored, set aside and restored together with the drafts. */
const KEY = 'draft-threads';

/**
 * A writable thread is opened: beyond the limit, the draft of the thread opened longest ago is dropped
 * (THREAD-8).
 */
export function threadTouched(settings: SettingsPort, drafts: Drafts, key: ThreadKey): void {
  const now = [...keysIn(settings.get(KEY)).filter((one) => one !== key), key];
  const newest = now.slice(-threadLimits.draftsMax);
  for (const old of now.slice(0, -threadLimits.draftsMax)) drafts.set(old, EMPTY_DRAFT);
  settings.set(KEY, JSON.stringify(newest));
}

/** Content written by another build is untrusted. */
function keysIn(text: string | null): readonly ThreadKey[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((one): one is ThreadKey => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

import { alertOf } from '../../domain/alert.ts';
import { contactId, type UserId } from '../../domain/ids.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { State } from '../state/state.ts';
import type { Wish } from '../state/local-event.ts';

/**
 * Mute ends that an earlier version stored on this device: sent to the server, which stores them now
 * (ALERT-3). Chats unmuted since have none.
 */
export function earlierEnds(
  settings: SettingsPort,
  user: UserId,
  { contacts, sync }: State,
): readonly Wish[] {
  const key = `quiet-${user}`;
  const text = settings.get(key);
  if (text === null || !sync.ready) return [];
  settings.set(key, null);
  return pairsOf(text).flatMap(([id, untilMs]) =>
    contacts.get(id)?.isNotice === false
      ? [{ register: 'notice', conversation: id, value: alertOf('none', untilMs) } as const]
      : [],
  );
}

function pairsOf(text: string) {
  try {
    const parsed: unknown = JSON.parse(text);
    return (Array.isArray(parsed) ? (parsed as readonly unknown[]) : []).flatMap((pair) => {
      const [id, untilMs] = Array.isArray(pair) ? (pair as readonly unknown[]) : [];
      return typeof id === 'string' && Number.isSafeInteger(untilMs)
        ? [[contactId(id), untilMs as number] as const]
        : [];
    });
  } catch {
    return [];
  }
}

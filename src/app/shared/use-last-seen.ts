import type { TFunction } from 'i18next';
import type { PersonCard } from '../../client/interface/client.ts';
import type { ContactKind } from '../../domain/contact.ts';
import type { ContactId } from '../../domain/ids.ts';
import { userId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { dayOf } from '../kit/day.ts';
import { nowMs, schedule } from '../platform/time.ts';
import { useClient, useStore } from './client-context.ts';
import { clockTime, useZone } from './use-display-time.ts';
import { useLoad } from './use-load.ts';

/** To the minute today, then relative; '' if it is not shared (SEEN-3). */
function lastSeenText(t: TFunction, sec: number, today: number): string {
  if (sec <= 0) return '';
  const days = today - dayOf(sec * 1_000);
  if (days <= 0) return t('seen.today', { time: clockTime(sec * 1_000) });
  if (days === 1) return t('seen.yesterday');
  if (days < 7) return t('seen.week');
  return t(days < 30 ? 'seen.month' : 'seen.long');
}

/** Formats a last-seen time; changes with the day and the time zone. */
export function useSeenText(): (sec: number | undefined) => string {
  const { t } = useTranslation();
  const today = useStore(() => dayOf(nowMs()));
  useZone();
  return (sec = 0) => lastSeenText(t, sec, today);
}

/** A chat that opens has better to do than to ask. */
const ASK_AFTER_MS = 500;
const opened = (): Promise<void> =>
  new Promise((resolve) => {
    schedule(ASK_AFTER_MS, resolve);
  });

/** Last-seen time of an offline chat partner; requested when the chat opens, and when they leave. */
export function useLastSeen({ id, kind }: { readonly id: ContactId; readonly kind: ContactKind }): string {
  const { actions } = useClient();
  const text = useSeenText();
  const isAway = useStore(
    (state) => kind === 'person' && !state.sync.plain && state.contacts.get(id)?.isOnline === false,
  );
  const loaded = useLoad<PersonCard>(
    isAway ? id : '',
    isAway
      ? async () => {
          await opened();
          return actions.person(userId(Number(id)));
        }
      : null,
  );
  return text(loaded.value?.lastSeenSec);
}

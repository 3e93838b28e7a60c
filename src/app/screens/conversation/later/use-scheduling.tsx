import type { ReactNode } from 'react';
import type { Draft } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { MenuPlace } from '../../../kit/menu.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { clockTime, dateWords } from '../../../shared/use-display-time.ts';
import type { ContactId } from '../../../../domain/ids.ts';
import { useTimeChoice } from './use-time-choice.tsx';

/** Content of the box, and a function that empties it. */
interface Words {
  readonly draft: Draft;
  readonly empty: () => void;
}

/**
 * Schedules the content of the box (LATER-6): it stays there until the server has it (LATER-8). Null: the box
 * is empty, or the server has no scheduling.
 */
export function useScheduling(
  chat: ContactId,
  words: Words | null,
): { readonly schedule: ((at: MenuPlace) => void) | null; readonly layer: ReactNode } {
  const { t, language } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const time = useTimeChoice();
  const isPlain = useStore((state) => state.sync.plain);
  const scheduleWords = async ({ draft, empty }: Words, atMs: number) => {
    if (!(await actions.schedule(chat, draft, atMs)).ok) return;
    if (actions.draft(chat).text.trim() === '') empty();
    toasts.show(t('later.willBeSent', { day: dateWords(language, 'day', atMs), time: clockTime(atMs) }));
  };
  const schedule = (at: MenuPlace) => {
    if (words !== null)
      time.choose({
        at,
        title: () => t('later.schedule'),
        what: 'send',
        onTime: (atMs) => void scheduleWords(words, atMs),
      });
  };
  return { schedule: words === null || isPlain ? null : schedule, layer: time.layer };
}

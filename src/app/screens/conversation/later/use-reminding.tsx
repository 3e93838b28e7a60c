import { BellOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { remindersOf } from '../../../../client/state/later.ts';
import { messageId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { MenuPlace } from '../../../kit/menu.tsx';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient } from '../../../shared/client-context.ts';
import { clockTime, dateWords } from '../../../shared/use-display-time.ts';
import { useTimeChoice } from './use-time-choice.tsx';

export type Remind = (message: { readonly key: string }, at: MenuPlace) => void;

/** Asks for the time of a reminder, or removes the reminder (LATER-9). */
export function useReminding(): { readonly remind: Remind; readonly layer: ReactNode } {
  const { t, language } = useTranslation();
  const { actions, store } = useClient();
  const toasts = useToasts();
  const time = useTimeChoice();
  const set = async (key: string, atMs: number | null) => {
    if (!(await actions.remind(messageId(key), atMs)).ok) return;
    toasts.show(
      atMs === null
        ? t('later.noReminder')
        : t('later.reminderSet', { day: dateWords(language, 'day', atMs), time: clockTime(atMs) }),
    );
  };
  const remind: Remind = ({ key }, at) => {
    const isSet = () => remindersOf(store.get()).some(({ id }) => id === key);
    const off = {
      key: 'off',
      label: t('later.remove'),
      icon: <BellOff size={20} strokeWidth={1.75} aria-hidden="true" />,
      run: () => void set(key, null),
    };
    time.choose({
      at,
      title: () => t('later.remindTitle'),
      what: 'remind',
      more: () => (isSet() ? [off] : []),
      onTime: (atMs) => void set(key, atMs),
    });
  };
  return { remind, layer: time.layer };
}

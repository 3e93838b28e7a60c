import { BellOff, CalendarClock, Clock } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type MenuItem, type MenuPlace, useMenu } from '../../../kit/menu.tsx';
import { nowMs } from '../../../platform/time.ts';
import { longDate } from '../../../shared/days/long-date.ts';
import { clockTime, dateWords } from '../../../shared/use-display-time.ts';
import { timesToRemind, timesToSend } from './times.ts';
import type { Draft } from '../../../../domain/message.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { type ContactId, messageId } from '../../../../domain/ids.ts';
import { remindersOf } from '../../../../client/state/later.ts';

const TimeSheet = lazyAside(() => import('./time-sheet.tsx'));

export interface TimeQuestion {
  readonly at: MenuPlace;
  readonly title: () => string;
  readonly what: 'send' | 'remind';
  /** Below the times. */
  readonly more?: () => readonly MenuItem[];
  readonly onTime: (atMs: number) => void;
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Asks for a time: common ones, or a custom one (LATER-6, LATER-9). */
export function useTimeChoice(): {
  readonly choose: (question: TimeQuestion) => void;
  readonly layer: ReactNode;
} {
  const { t, language } = useTranslation();
  const [timeQuestion, setTimeQuestion] = useState<TimeQuestion | null>(null);
  const [open, setOpen] = useState(false);
  const openMenu = useMenu((question: TimeQuestion) => {
    const now = nowMs();
    const times = question.what === 'send' ? timesToSend(now) : timesToRemind(now);
    return {
      title: question.title(),
      items: [
        ...times.map(({ key, atMs }) => ({
          key,
          label: t(`later.${key}`, { day: dateWords(language, 'weekday', atMs), time: clockTime(atMs) }),
          icon: <Clock {...icon} />,
          onSelect: () => question.onTime(atMs),
        })),
        {
          key: 'own',
          label: t('later.own'),
          icon: <CalendarClock {...icon} />,
          onSelect: () => {
            setTimeQuestion(question);
            setOpen(true);
          },
        },
        ...(question.more?.() ?? []),
      ],
    };
  });
  const choose = (question: TimeQuestion) => openMenu(question.at, question);
  const layer = timeQuestion && (
    <Suspense fallback={null}>
      <TimeSheet
        open={open}
        title={timeQuestion.title()}
        onTime={(atMs) => {
          setOpen(false);
          timeQuestion.onTime(atMs);
        }}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
  return { choose, layer };
}

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
    toasts.show(t('later.willBeSent', { day: longDate(language, 'day', atMs), time: clockTime(atMs) }));
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
        : t('later.reminderSet', { day: longDate(language, 'day', atMs), time: clockTime(atMs) }),
    );
  };
  const remind: Remind = ({ key }, at) => {
    const isSet = () => remindersOf(store.get()).some(({ id }) => id === key);
    const off = {
      key: 'off',
      label: t('later.remove'),
      icon: <BellOff size={20} strokeWidth={1.75} aria-hidden="true" />,
      onSelect: () => void set(key, null),
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

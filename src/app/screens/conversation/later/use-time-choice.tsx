import { CalendarClock, Clock } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type MenuItem, type MenuPlace, useMenu } from '../../../kit/menu.tsx';
import { nowMs } from '../../../platform/time.ts';
import { clockTime, dateWords } from '../../../shared/use-display-time.ts';
import { timesToRemind, timesToSend } from './times.ts';

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
  const [asked, setAsked] = useState<TimeQuestion | null>(null);
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
          run: () => question.onTime(atMs),
        })),
        {
          key: 'own',
          label: t('later.own'),
          icon: <CalendarClock {...icon} />,
          run: () => {
            setAsked(question);
            setOpen(true);
          },
        },
        ...(question.more?.() ?? []),
      ],
    };
  });
  const choose = (question: TimeQuestion) => openMenu(question.at, question);
  const layer = asked && (
    <Suspense fallback={null}>
      <TimeSheet
        open={open}
        title={asked.title()}
        onTime={(atMs) => {
          setOpen(false);
          asked.onTime(atMs);
        }}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  );
  return { choose, layer };
}

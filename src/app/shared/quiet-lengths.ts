import type { TFunction } from 'i18next';
import type { Actions } from '../../client/interface/client.ts';
import type { Contact } from '../../client/state/state.ts';
import { alertOf } from '../../domain/alert.ts';
import { QUIET_HOURS, QUIET_LENGTHS, quietEnd, type QuietLength } from '../../domain/quiet.ts';
import { pageTexts } from '../i18n/index.ts';
import { localZone, nowMs } from '../platform/time.ts';
import { contactName } from './contact-name.ts';
import type { MenuContent, MenuPlace } from '../kit/menu.tsx';
import type { useToasts } from '../kit/toaster.tsx';
import { fullTime } from './use-display-time.ts';

export const lengthText = (t: TFunction, length: QuietLength): string =>
  length === 'hours' ? t('quiet.hours', { n: QUIET_HOURS }) : t(`quiet.${length}`);

interface Parts {
  readonly t: TFunction;
  readonly actions: Actions;
  readonly toasts: ReturnType<typeof useToasts>;
  readonly openMenu: (at: MenuPlace, content: () => MenuContent | null) => void;
}

/** Asks for the length of a mute, shows its end, and offers undo (LIST-14). Loaded on first use. */
export async function askHowLong(
  { t, actions, toasts, openMenu }: Parts,
  contact: Contact,
  at: MenuPlace,
): Promise<void> {
  await pageTexts();
  openMenu(at, () => ({
    title: contactName(t, contact),
    items: QUIET_LENGTHS.map((length) => ({
      key: length,
      label: lengthText(t, length),
      onSelect: () => {
        const now = nowMs();
        const untilMs = quietEnd(length, now, localZone);
        void actions.setNotice(contact.id, alertOf('none', untilMs));
        toasts.show(
          untilMs === null ? t('chatOp.muted') : t('chatOp.mutedUntil', { time: fullTime(untilMs) }),
          {
            action: { label: t('common.undo'), onSelect: () => void actions.setNotice(contact.id, true) },
          },
        );
      },
    })),
  }));
}

import { accessIn } from '../../../client/state/group-access.ts';
import { silenceIn } from '../../../client/state/silence.ts';
import type { Contact } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useStore } from '../../shared/client-context.ts';
import { REACH_TEXT } from '../../shared/reach-text.ts';
import { fullTime } from '../../shared/use-display-time.ts';
import { nowMs } from '../../platform/time.ts';

/**
 * The reason why this user cannot write here now, or null (ROLE-2). Checked again each minute, because a mute
 * ends.
 */
export function useSilence(contact: Contact): string | null {
  const { t } = useTranslation();
  useStore((state) => state.minute);
  const silence = useStore((state) => silenceIn(state, contact, nowMs() / 1_000));
  const mutedUntilSec = useStore((state) => accessIn(state, contact.id)?.mutedUntilSec ?? 0);
  switch (silence) {
    case null:
      return null;
    case 'readOnly':
      return t('chat.readOnly');
    case 'privateOff':
      return t('chat.privateOff');
    case 'blocked':
    case 'erased':
    case 'disabled':
      return t(REACH_TEXT[silence]);
    case 'mutedManagers':
      return t('chat.mutedManagers');
    case 'mutedOwner':
      return t('chat.mutedOwner');
    case 'mutedUntil':
      return t('chat.mutedUntil', { time: fullTime(mutedUntilSec * 1_000) });
    case 'notMember':
      return t('chat.notMember');
    case 'noPermission':
    case 'ownerLeave':
      return t('chat.inputMuted');
  }
}

import { accessIn } from '../../../client/state/group-access.ts';
import { reachRefusalOf } from '../../../client/state/reach.ts';
import type { Contact } from '../../../client/state/state.ts';
import { refusalFor, sameAccess } from '../../../domain/permissions.ts';
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
  const privateChat = useStore((state) => state.config.chatInfo.simpleChat);
  const access = useStore((state) => accessIn(state, contact.id), sameAccess);
  const refusedReach = useStore((state) => reachRefusalOf(state, contact.id));
  useStore((state) => state.minute);
  switch (contact.kind) {
    case 'system':
    case 'notice':
      return t('chat.readOnly');
    case 'favourites':
      return null;
    case 'person':
      if (refusedReach) return t(REACH_TEXT[refusedReach]);
      return privateChat ? null : t('chat.privateOff');
    case 'group':
      break;
  }
  const refusal = access && refusalFor('speak', access, nowMs() / 1_000);
  switch (refusal) {
    case null:
      return null;
    case 'mutedManagers':
      return t('chat.mutedManagers');
    case 'mutedOwner':
      return t('chat.mutedOwner');
    case 'mutedUntil':
      return t('chat.mutedUntil', { time: fullTime((access?.mutedUntilSec ?? 0) * 1_000) });
    case 'notMember':
      return t('chat.notMember');
    case 'noPermission':
    case 'ownerLeave':
      return t('chat.inputMuted');
  }
}

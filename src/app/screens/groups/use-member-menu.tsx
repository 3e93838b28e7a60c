import { Crown, MicOff, Mic, ShieldCheck, ShieldOff, UserMinus } from 'lucide-react';
import type { TFunction } from 'i18next';
import type { Answer, GroupMember } from '../../../client/interface/client.ts';
import type { Contact } from '../../../client/state/state.ts';
import type { Role } from '../../../domain/contact.ts';
import { isMuted, otherRole, refusalOver } from '../../../domain/permissions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { type MenuItem, useMenu } from '../../kit/menu.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useQuestion } from '../../kit/use-ask.tsx';
import { nowMs } from '../../platform/time.ts';
import { useMay } from '../../shared/use-may.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The group, and what I am in it. */
export interface Group extends Pick<Contact, 'id'> {
  readonly role: Role | null;
}

export interface MemberMenu {
  /** At least one action is permitted. */
  readonly any: boolean;
  /** They may be silenced by this person. */
  readonly mutes: boolean;
  readonly open: (at: Element) => void;
}

/** Makes a member a manager of the group, or removes the role. */
function managerItem(t: TFunction, to: 2 | 3, action: () => void): MenuItem {
  const making = to === 2;
  return {
    key: 'manager',
    label: t(making ? 'gmem.setManager' : 'gmem.unsetManager'),
    icon: making ? <ShieldCheck {...icon} /> : <ShieldOff {...icon} />,
    onSelect: action,
  };
}

/** The user's current permissions on this member. */
interface MemberRights {
  readonly mayTransfer: boolean;
  readonly isOver: boolean;
}

/** Actions on a member; irreversible ones ask first. */
function useMemberCommands(
  contact: Group,
  member: GroupMember,
  { mayTransfer, isOver }: MemberRights,
  onChanged: () => void,
) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const name = member.displayName;
  const askTransfer = useQuestion(() =>
    mayTransfer
      ? {
          title: t('gmem.transferTitle', { name }),
          text: t('gmem.transferConfirm'),
          confirm: t('gmem.transfer'),
          danger: true,
        }
      : null,
  );
  const askRemove = useQuestion(() =>
    isOver
      ? {
          title: t('gmem.removeTitle', { name }),
          text: t('gmem.removeConfirm'),
          confirm: t('gmem.remove'),
          danger: true,
        }
      : null,
  );
  const toasts = useToasts();
  const finish = async (answer: Answer, message: string) => {
    if (!(await answer).ok) return;
    toasts.show(message);
    onChanged();
  };
  const transfer = async () => {
    if (await askTransfer())
      await finish(actions.transferGroup(contact.id, member.user), t('gmem.transferred', { name }));
  };
  const remove = async () => {
    if (await askRemove())
      await finish(actions.removeMember(contact.id, member.user), t('gmem.removed', { name }));
  };
  return {
    transfer,
    remove,
    setManager: (to: 2 | 3) =>
      void finish(
        actions.setManager(contact.id, member.user, to),
        t(to === 2 ? 'gmem.managerSet' : 'gmem.managerUnset', { name }),
      ),
    lift: () => void finish(actions.muteMember(contact.id, member.user, 'lift'), t('gmem.lifted', { name })),
  };
}

/** Permitted actions on a member, by the table of permissions (ROLE-5 … ROLE-9). */
export function useMemberMenu({
  contact,
  member,
  onChanged,
  onMute,
}: {
  readonly contact: Group;
  readonly member: GroupMember;
  readonly onChanged: () => void;
  readonly onMute: () => void;
}): MemberMenu {
  const { t } = useTranslation();
  const mayManagers = useMay(contact, 'setManager');
  const mayTransfer = useMay(contact, 'transfer');
  const over = refusalOver(contact.role, member.role) === null;
  const name = member.displayName;
  const next = otherRole(member.role);

  const commands = useMemberCommands(contact, member, { mayTransfer, isOver: over }, onChanged);
  const mute = { key: 'mute', label: t('gmem.mute'), icon: <MicOff {...icon} />, onSelect: onMute };
  const lift = { key: 'lift', label: t('gmem.lift'), icon: <Mic {...icon} />, onSelect: commands.lift };
  const itemsOf = (): readonly MenuItem[] => [
    ...(mayManagers && next !== null ? [managerItem(t, next, () => commands.setManager(next))] : []),
    ...(over ? [isMuted(member, nowMs() / 1_000) ? lift : mute] : []),
    ...(mayTransfer
      ? [
          {
            key: 'transfer',
            label: t('gmem.transfer'),
            icon: <Crown {...icon} />,
            danger: true,
            onSelect: () => void commands.transfer(),
          },
        ]
      : []),
    ...(over
      ? [
          {
            key: 'remove',
            label: t('gmem.remove'),
            icon: <UserMinus {...icon} />,
            danger: true,
            onSelect: () => void commands.remove(),
          },
        ]
      : []),
  ];
  const openMenu = useMenu(() => ({ title: name, items: itemsOf() }));
  return {
    mutes: over,
    any: over || (mayManagers && next !== null) || mayTransfer,
    open: openMenu,
  };
}

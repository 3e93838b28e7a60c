import {
  Archive,
  ArchiveRestore,
  ArrowUpDown,
  Bell,
  BellOff,
  CheckCheck,
  Clock,
  Info,
  ListChecks,
  MailOpen,
  LogOut,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import type { useNavigate } from '../../kit/navigation.ts';
import type { Client } from '../../../client/interface/client.ts';
import type { Contact } from '../../../client/state/state.ts';
import { isInArchive } from '../../../client/state/totals.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { refusalFor } from '../../../domain/permissions.ts';
import { contactName } from '../../shared/contact-name.ts';
import { askHowLong } from '../../shared/quiet-lengths.ts';
import type { MenuContent, MenuItem, MenuPlace } from '../../kit/menu.tsx';
import type { SwipeAction } from '../../kit/swipe-row.tsx';
import type { useToasts } from '../../kit/toaster.tsx';
import { pathTo } from '../../paths/paths.ts';
import type { Arranging } from './chat-list.tsx';
import { markRead } from './mark-read.ts';

export interface RowMenuParts {
  readonly t: TFunction;
  readonly actions: Client['actions'];
  readonly openMenu: (at: MenuPlace, content: () => MenuContent | null) => void;
  readonly toasts: ReturnType<typeof useToasts>;
  readonly navigate: ReturnType<typeof useNavigate>;
  /** True if the server has no archive and no unread marks. */
  readonly isPlain: () => boolean;
  /** Deleted here, but not sent to the server yet: the row is hidden. */
  readonly setLeaving: (id: ContactId, leaves: boolean) => void;
  readonly arrange: (arranging: Arranging) => void;
  /** Asks in the same form as elsewhere (REPORT-7). */
  readonly leave: (group: Contact) => void;
}

export interface RowMenu {
  readonly content: (contact: Contact, at: MenuPlace) => MenuContent;
  readonly swipe: (contact: Contact) => readonly SwipeAction[];
}

/** Actions on a row, loaded with the first press on one. */
export const createRowMenu = (parts: RowMenuParts): RowMenu => ({
  content: (contact, at) => contentOf(parts, contact, at),
  swipe: (contact) =>
    ownItems(parts, contact).map((item) =>
      item.key === 'delete' ? { ...item, label: parts.t('common.delete') } : item,
    ),
});

type RowCommand = 'pin' | 'mute' | 'archive' | 'hide';

const isOwn = ({ kind }: Contact): boolean => kind === 'person' || kind === 'group';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Actions that swipe and menu share, for chats of users and groups only. */
function ownItems(
  parts: RowMenuParts,
  contact: Contact,
): readonly (MenuItem & Pick<SwipeAction, 'tone' | 'icon'>)[] {
  if (!isOwn(contact)) return [];
  const { t, isPlain } = parts;
  const perform = (what: RowCommand) => performOnRow(parts, what, contact);
  return [
    {
      key: 'pin',
      tone: 'accent',
      label: t(contact.isTop ? 'chatOp.unpin' : 'chatOp.pin'),
      icon: contact.isTop ? <PinOff {...icon} /> : <Pin {...icon} />,
      onSelect: () => perform('pin'),
    },
    {
      key: 'mute',
      tone: 'plain',
      label: t(contact.isNotice ? 'chatOp.mute' : 'chatOp.unmute'),
      icon: contact.isNotice ? <BellOff {...icon} /> : <Bell {...icon} />,
      onSelect: () => perform('mute'),
    },
    ...(isPlain()
      ? []
      : [
          {
            key: 'archive',
            tone: 'plain',
            label: t(isInArchive(contact) ? 'chatOp.unarchive' : 'chatOp.archive'),
            icon: isInArchive(contact) ? <ArchiveRestore {...icon} /> : <Archive {...icon} />,
            onSelect: () => perform('archive'),
          } as const,
        ]),
    {
      key: 'delete',
      tone: 'danger',
      label: t('chatOp.delete'),
      icon: <Trash2 {...icon} />,
      danger: true,
      onSelect: () => perform('hide'),
    },
  ];
}

/** Runs a swipe action, or the menu entry with the same name. */
function performOnRow(
  { t, actions, toasts, setLeaving }: RowMenuParts,
  what: RowCommand,
  contact: Contact,
): void {
  const { id, isTop, isNotice } = contact;
  const undo = t('common.undo');
  if (what === 'pin') return void actions.setTop(id, !isTop);
  if (what === 'mute') {
    void actions.setNotice(id, !isNotice);
    if (isNotice)
      toasts.show(t('chatOp.muted'), {
        action: { label: undo, onSelect: () => void actions.setNotice(id, true) },
      });
    return;
  }
  if (what === 'archive') {
    const on = !isInArchive(contact);
    void actions.archiveChat(id, on);
    toasts.show(t(on ? 'chatOp.archived' : 'chatOp.unarchived'), {
      action: { label: undo, onSelect: () => void actions.archiveChat(id, !on) },
    });
    return;
  }
  const show = () => setLeaving(id, false);
  setLeaving(id, true);
  toasts.show(t('chatOp.deleted'), {
    action: { label: undo, onSelect: show },
    // Shown again only when the pending change covers the list, so that the row does not flicker.
    onExpire: () => void actions.hideChat(id).then(show, show),
  });
}

function contentOf(parts: RowMenuParts, contact: Contact, at: MenuPlace): MenuContent {
  return {
    title: contactName(parts.t, contact),
    items: [
      ...(contact.unread > 0 || contact.mentions > 0 || contact.marked
        ? [readItem(parts, contact)]
        : isOwn(contact) && !parts.isPlain()
          ? [unreadItem(parts, contact)]
          : []),
      ...(isOwn(contact) ? withInfo(parts, contact, at, ownItems(parts, contact)) : []),
      ...(isOwn(contact) && contact.group && refusalFor('leave', contact.group, 0) === null
        ? [leaveItem(parts, contact)]
        : []),
    ],
  };
}

const readItem = ({ t, actions }: RowMenuParts, contact: Contact): MenuItem => ({
  key: 'read',
  label: t('chatOp.markRead'),
  icon: <CheckCheck {...icon} />,
  onSelect: () => markRead(actions, contact),
});

const unreadItem = ({ t, actions }: RowMenuParts, { id }: Contact): MenuItem => ({
  key: 'unread',
  label: t('chatOp.markUnread'),
  icon: <MailOpen {...icon} />,
  onSelect: () => void actions.markUnread(id, true),
});

/** To be one of several (LIST-17), and to have a place among those on top (LIST-16). */
const arrangeItems = ({ t, arrange, isPlain }: RowMenuParts, contact: Contact): readonly MenuItem[] => [
  {
    key: 'choose',
    label: t('chatOp.choose'),
    icon: <ListChecks {...icon} />,
    onSelect: () => arrange({ what: 'choose', first: contact.id }),
  },
  ...(contact.isTop && !isPlain()
    ? [
        {
          key: 'order',
          label: t('chatOp.order'),
          icon: <ArrowUpDown {...icon} />,
          onSelect: () => arrange({ what: 'order' }),
        },
      ]
    : []),
];

function withInfo(
  parts: RowMenuParts,
  contact: Contact,
  at: MenuPlace,
  own: readonly MenuItem[],
): readonly MenuItem[] {
  const { t, navigate } = parts;
  const quiet: MenuItem = {
    key: 'muteFor',
    label: t('chatOp.muteFor'),
    icon: <Clock {...icon} />,
    leads: true,
    onSelect: () => void askHowLong(parts, contact, at),
  };
  const info: MenuItem = {
    key: 'info',
    label: t('chatOp.info'),
    icon: <Info {...icon} />,
    onSelect: () =>
      void navigate(pathTo(contact.kind === 'group' ? 'chatInfo' : 'userInfo', { id: contact.id })),
  };
  const last = own.length - 1;
  return [
    ...own.slice(0, last),
    ...(contact.isNotice && !parts.isPlain() ? [quiet] : []),
    info,
    ...arrangeItems(parts, contact),
    ...own.slice(last),
  ];
}

const leaveItem = ({ t, leave }: RowMenuParts, contact: Contact): MenuItem => ({
  key: 'leave',
  label: t('ginfo.leave'),
  icon: <LogOut {...icon} />,
  danger: true,
  onSelect: () => leave(contact),
});

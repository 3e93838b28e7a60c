import { Bell, BellOff, CheckCheck, Clock, Info, LogOut, Pin, PinOff, Trash2 } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Contact } from '../../../client/state/state.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { refuses } from '../../../domain/permissions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { contactName } from '../../shared/contact-name.ts';
import { useClient } from '../../shared/client-context.ts';
import { type MenuItem, type MenuPlace, useMenu } from '../../kit/menu.tsx';
import type { SwipeAction } from '../../kit/swipe-row.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { pathTo } from '../../paths/paths.ts';

export interface ContactRowActions {
  readonly menu: (contact: Contact, at: MenuPlace) => void;
  readonly swipe: (contact: Contact) => readonly SwipeAction[];
  /** Deleted here and still taken back by "Undo": not shown, not yet told to the server. */
  readonly leaving: ReadonlySet<ContactId>;
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What happens to a chat, by whichever way it was asked for. */
interface RowCommands {
  readonly read: (contact: Contact) => void;
  readonly pin: (contact: Contact) => void;
  readonly mute: (contact: Contact) => void;
  readonly muteFor: (contact: Contact, at: MenuPlace) => Promise<void>;
  readonly info: (contact: Contact) => void;
  readonly hide: (id: ContactId) => void;
  readonly leave: (contact: Contact) => Promise<void>;
}

/** Hides chats at once and tells the server when nobody has taken it back. */
function useHiding(): readonly [ReadonlySet<ContactId>, (id: ContactId) => void] {
  const { t } = useTranslation();
  const { actions } = useClient();
  const toasts = useToasts();
  const [leaving, setLeaving] = useState<ReadonlySet<ContactId>>(new Set());
  const hide = useCallback(
    (id: ContactId) => {
      const drop = () => setLeaving((now) => new Set([...now].filter((one) => one !== id)));
      setLeaving((now) => new Set(now).add(id));
      toasts.show(t('chatOp.deleted'), {
        action: { label: t('common.undo'), run: drop },
        // Taken out of the set only when the wish is laid over the list, so that the row never blinks.
        onExpire: () => void actions.hideChat(id).then(drop, drop),
      });
    },
    [actions, t, toasts],
  );
  return [leaving, hide];
}

/** The same functions on every page: the rows must not be drawn again for one. */
function useRowCommands(hide: RowCommands['hide']): RowCommands {
  const { t } = useTranslation();
  const { actions } = useClient();
  const openMenu = useMenu();
  const toasts = useToasts();
  const ask = useAsk();
  const navigate = useNavigate();
  // Another function on every page.
  const way = useRef(navigate);
  useEffect(() => {
    way.current = navigate;
  });
  return useMemo(
    () => ({
      hide,
      read: (contact) => {
        actions.markRead(contact.id, contact.counting.count);
        if (contact.mentions > 0) void actions.readMentions(contact.id);
      },
      pin: (contact) => void actions.setTop(contact.id, !contact.isTop),
      mute: (contact) => {
        void actions.setNotice(contact.id, !contact.isNotice);
        if (!contact.isNotice) return;
        toasts.show(t('chatOp.muted'), {
          action: { label: t('common.undo'), run: () => void actions.setNotice(contact.id, true) },
        });
      },
      muteFor: async (contact, at) =>
        (await import('../../shared/quiet-lengths.ts')).askHowLong(
          { t, actions, toasts, openMenu },
          contact,
          at,
        ),
      info: ({ kind, id }) => void way.current(pathTo(kind === 'group' ? 'chatInfo' : 'userInfo', { id })),
      leave: async ({ id, displayName }) => {
        const sure = await ask({
          title: t('ginfo.leaveTitle', { name: displayName }),
          text: t('ginfo.leaveConfirm'),
          confirm: t('ginfo.leave'),
          danger: true,
        });
        if (sure) await actions.leaveGroup(id);
      },
    }),
    [actions, ask, hide, openMenu, t, toasts],
  );
}

/** The entries for a chat; without a place there is none that opens another menu. */
function itemsOf(
  t: TFunction,
  commands: RowCommands,
  contact: Contact,
  at: MenuPlace | null,
): readonly MenuItem[] {
  const own = contact.kind === 'person' || contact.kind === 'group';
  const read: MenuItem = {
    key: 'read',
    label: t('chatOp.markRead'),
    icon: <CheckCheck {...icon} />,
    run: () => commands.read(contact),
  };
  return [
    ...(contact.unread > 0 || contact.mentions > 0 ? [read] : []),
    ...(own ? ownItems(t, commands, contact, at) : []),
    ...(own && contact.group && refuses('leave', contact.group, 0) === null
      ? [
          {
            key: 'leave',
            label: t('ginfo.leave'),
            icon: <LogOut {...icon} />,
            danger: true,
            run: () => void commands.leave(contact),
          },
        ]
      : []),
  ];
}

/** What may be done with every chat of a person or group. */
const ownItems = (
  t: TFunction,
  commands: RowCommands,
  contact: Contact,
  at: MenuPlace | null,
): readonly MenuItem[] => [
  {
    key: 'pin',
    label: t(contact.isTop ? 'chatOp.unpin' : 'chatOp.pin'),
    icon: contact.isTop ? <PinOff {...icon} /> : <Pin {...icon} />,
    run: () => commands.pin(contact),
  },
  {
    key: 'mute',
    label: t(contact.isNotice ? 'chatOp.mute' : 'chatOp.unmute'),
    icon: contact.isNotice ? <BellOff {...icon} /> : <Bell {...icon} />,
    run: () => commands.mute(contact),
  },
  ...(contact.isNotice && at !== null
    ? [
        {
          key: 'muteFor',
          label: t('chatOp.muteFor'),
          icon: <Clock {...icon} />,
          leads: true,
          run: () => void commands.muteFor(contact, at),
        },
      ]
    : []),
  { key: 'info', label: t('chatOp.info'), icon: <Info {...icon} />, run: () => commands.info(contact) },
  {
    key: 'delete',
    label: t('chatOp.delete'),
    icon: <Trash2 {...icon} />,
    danger: true,
    run: () => commands.hide(contact.id),
  },
];

const TONES: Readonly<Record<string, SwipeAction['tone']>> = {
  pin: 'accent',
  mute: 'plain',
  delete: 'danger',
};

/** What can be done with a row: the same by menu, swipe, right click and keys. */
export function useRowActions(): ContactRowActions {
  const { t } = useTranslation();
  const openMenu = useMenu();
  const [leaving, hide] = useHiding();
  const commands = useRowCommands(hide);
  return useMemo(
    () => ({
      leaving,
      menu: (contact, at) =>
        openMenu({ at, title: contactName(t, contact), items: itemsOf(t, commands, contact, at) }),
      swipe: (contact) =>
        itemsOf(t, commands, contact, null).flatMap((item) => {
          const tone = TONES[item.key];
          if (tone === undefined) return [];
          return [
            {
              ...item,
              tone,
              label: item.key === 'delete' ? t('common.delete') : item.label,
              icon: item.icon,
            },
          ];
        }),
    }),
    [commands, leaving, openMenu, t],
  );
}

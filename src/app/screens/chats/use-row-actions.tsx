import { Bell, BellOff, CheckCheck, Clock, Info, LogOut, Pin, PinOff, Trash2 } from 'lucide-react';
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

/** What can be done with a row: the same by menu, swipe, right click and keys. */
export function useRowActions(): ContactRowActions {
  const { t } = useTranslation();
  const { actions } = useClient();
  const openMenu = useMenu();
  const toasts = useToasts();
  const ask = useAsk();
  const navigate = useNavigate();
  // Another function on every page: the rows must not be drawn again for it.
  const way = useRef(navigate);
  useEffect(() => {
    way.current = navigate;
  });
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
  const mute = useCallback(
    (contact: Contact) => {
      void actions.setNotice(contact.id, !contact.isNotice);
      if (!contact.isNotice) return;
      toasts.show(t('chatOp.muted'), {
        action: { label: t('common.undo'), run: () => void actions.setNotice(contact.id, true) },
      });
    },
    [actions, t, toasts],
  );
  const muteFor = useCallback(
    async (contact: Contact, at: MenuPlace) =>
      (await import('../../shared/quiet-lengths.ts')).askHowLong(
        { t, actions, toasts, openMenu },
        contact,
        at,
      ),
    [actions, openMenu, t, toasts],
  );
  const leave = useCallback(
    async ({ id, displayName }: Contact) => {
      if (
        await ask({
          title: t('ginfo.leaveTitle', { name: displayName }),
          text: t('ginfo.leaveConfirm'),
          confirm: t('ginfo.leave'),
          danger: true,
        })
      )
        await actions.leaveGroup(id);
    },
    [actions, ask, t],
  );
  const read = useCallback(
    (contact: Contact) => {
      actions.markRead(contact.id, contact.counting.count);
      if (contact.mentions > 0) void actions.readMentions(contact.id);
    },
    [actions],
  );

  return useMemo(() => {
    const ops = (contact: Contact, at: MenuPlace | null): readonly MenuItem[] => {
      const own = contact.kind === 'person' || contact.kind === 'group';
      const list: MenuItem[] = [];
      if (contact.unread > 0 || contact.mentions > 0)
        list.push({
          key: 'read',
          label: t('chatOp.markRead'),
          icon: <CheckCheck {...icon} />,
          run: () => read(contact),
        });
      if (!own) return list;
      list.push(
        {
          key: 'pin',
          label: t(contact.isTop ? 'chatOp.unpin' : 'chatOp.pin'),
          icon: contact.isTop ? <PinOff {...icon} /> : <Pin {...icon} />,
          run: () => void actions.setTop(contact.id, !contact.isTop),
        },
        {
          key: 'mute',
          label: t(contact.isNotice ? 'chatOp.mute' : 'chatOp.unmute'),
          icon: contact.isNotice ? <BellOff {...icon} /> : <Bell {...icon} />,
          run: () => mute(contact),
        },
        ...(contact.isNotice && at !== null
          ? [
              {
                key: 'muteFor',
                label: t('chatOp.muteFor'),
                icon: <Clock {...icon} />,
                leads: true,
                run: () => void muteFor(contact, at),
              },
            ]
          : []),
        {
          key: 'info',
          label: t('chatOp.info'),
          icon: <Info {...icon} />,
          run: () =>
            void way.current(pathTo(contact.kind === 'group' ? 'chatInfo' : 'userInfo', { id: contact.id })),
        },
        {
          key: 'delete',
          label: t('chatOp.delete'),
          icon: <Trash2 {...icon} />,
          danger: true,
          run: () => hide(contact.id),
        },
      );
      if (contact.group && refuses('leave', contact.group, 0) === null)
        list.push({
          key: 'leave',
          label: t('ginfo.leave'),
          icon: <LogOut {...icon} />,
          danger: true,
          run: () => void leave(contact),
        });
      return list;
    };
    const tones = { pin: 'accent', mute: 'plain', delete: 'danger' } as const;
    return {
      leaving,
      menu: (contact, at) => openMenu({ at, title: contactName(t, contact), items: ops(contact, at) }),
      swipe: (contact) =>
        ops(contact, null).flatMap((item) => {
          const tone = tones[item.key as keyof typeof tones] as
            | (typeof tones)[keyof typeof tones]
            | undefined;
          return tone === undefined
            ? []
            : [
                {
                  ...item,
                  tone,
                  label: item.key === 'delete' ? t('common.delete') : item.label,
                  icon: item.icon,
                },
              ];
        }),
    };
  }, [actions, hide, leave, leaving, mute, muteFor, openMenu, read, t]);
}

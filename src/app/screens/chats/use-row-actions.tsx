import { Bell, BellOff, Pin, PinOff, Trash2 } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Contact } from '../../../client/state/state.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient } from '../../shared/client-context.ts';
import { type MenuItem, type MenuPlace, useMenu } from '../../kit/menu.tsx';
import type { SwipeAction } from '../../kit/swipe-row.tsx';
import { useToasts } from '../../kit/toaster.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import type { RowCommand, RowMenu } from './row-menu.tsx';

export interface ContactRowActions {
  readonly menu: (contact: Contact, at: MenuPlace) => void;
  readonly swipe: (contact: Contact) => readonly SwipeAction[];
  /** Deleted here and still taken back by "Undo": not shown, not yet told to the server. */
  readonly leaving: ReadonlySet<ContactId>;
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Chats that were deleted here, until nobody can take that back any more. */
function useLeaving(): readonly [ReadonlySet<ContactId>, (id: ContactId, leaves: boolean) => void] {
  const [leaving, setLeaving] = useState<ReadonlySet<ContactId>>(new Set());
  const setOne = useCallback((id: ContactId, leaves: boolean) => {
    setLeaving((now) => new Set([...[...now].filter((one) => one !== id), ...(leaves ? [id] : [])]));
  }, []);
  return [leaving, setOne];
}

/** What swipe and menu both offer for the chat of a person or group; of other chats nothing. */
const ownItems = (
  t: TFunction,
  contact: Contact,
  perform: (what: RowCommand) => void,
): readonly (MenuItem & Pick<SwipeAction, 'tone' | 'icon'>)[] => [
  {
    key: 'pin',
    tone: 'accent',
    label: t(contact.isTop ? 'chatOp.unpin' : 'chatOp.pin'),
    icon: contact.isTop ? <PinOff {...icon} /> : <Pin {...icon} />,
    run: () => perform('pin'),
  },
  {
    key: 'mute',
    tone: 'plain',
    label: t(contact.isNotice ? 'chatOp.mute' : 'chatOp.unmute'),
    icon: contact.isNotice ? <BellOff {...icon} /> : <Bell {...icon} />,
    run: () => perform('mute'),
  },
  {
    key: 'delete',
    tone: 'danger',
    label: t('chatOp.delete'),
    icon: <Trash2 {...icon} />,
    danger: true,
    run: () => perform('hide'),
  },
];

/** What can be done with a row: the same by menu, swipe, right click and keys. */
export function useRowActions(): ContactRowActions {
  const { t } = useTranslation();
  const { actions } = useClient();
  const openMenu = useMenu();
  const toasts = useToasts();
  const ask = useAsk();
  const navigate = useNavigate();
  // Another function on every page: the rows must not be drawn again for one.
  const way = useRef(navigate);
  useEffect(() => {
    way.current = navigate;
  });
  const [leaving, setLeaving] = useLeaving();
  return useMemo(() => {
    // Comes with the first press. Code that cannot be had is asked for again by the next one.
    const onRow = async (act: (row: RowMenu) => void) => {
      const code = await import('./row-menu.tsx').catch(() => null);
      if (code === null) return;
      act(code.createRowMenu({ t, actions, openMenu, toasts, ask, navigate: way.current, setLeaving }));
    };
    const own = (contact: Contact) =>
      contact.kind === 'person' || contact.kind === 'group'
        ? ownItems(t, contact, (what) => void onRow((row) => row.perform(what, contact)))
        : [];
    return {
      leaving,
      menu: (contact, at) => void onRow((row) => row.open(contact, at, own(contact))),
      swipe: (contact) =>
        own(contact).map((item) => (item.key === 'delete' ? { ...item, label: t('common.delete') } : item)),
    };
  }, [actions, ask, leaving, openMenu, setLeaving, t, toasts]);
}

import type { TFunction } from 'i18next';
import { CheckCheck, MessageSquarePlus, RefreshCw, ScanLine, UserPlus } from 'lucide-react';
import type { Client } from '../../../client/interface/client.ts';
import { rows } from '../../../client/state/selectors.ts';
import type { MenuItem } from '../../kit/menu.tsx';
import { PATHS, selectionPath } from '../../paths/paths.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Entries of the list's "+" menu; the code is loaded as soon as the pointer or a key moves. */
export function addItems(
  t: TFunction,
  { actions, store }: Pick<Client, 'actions' | 'store'>,
  go: (path: string) => void,
): readonly MenuItem[] {
  const state = store.get();
  const anyUnread = rows(state).some(({ unread, mentions }) => unread > 0 || mentions > 0);
  return [
    ...(state.config.sysInfo.runMode === 2
      ? [
          {
            key: 'friend',
            label: t('home.addFriend'),
            icon: <UserPlus {...icon} />,
            run: () => go(PATHS.searchFriends),
          },
        ]
      : []),
    ...(state.config.chatInfo.groupChat
      ? [
          {
            key: 'group',
            label: t('home.createGroup'),
            icon: <MessageSquarePlus {...icon} />,
            run: () => go(selectionPath('create')),
          },
        ]
      : []),
    { key: 'scan', label: t('title.scan'), icon: <ScanLine {...icon} />, run: () => go(PATHS.scan) },
    ...(anyUnread
      ? [
          {
            key: 'readAll',
            label: t('home.markAllRead'),
            icon: <CheckCheck {...icon} />,
            run: () => void actions.markAllRead(),
          },
        ]
      : []),
    {
      key: 'refresh',
      label: t('home.refresh'),
      icon: <RefreshCw {...icon} />,
      run: () => void actions.refreshContacts(),
    },
  ];
}

import type { TFunction } from 'i18next';
import { Bookmark, MessageSquarePlus, ScanLine, UserPlus } from 'lucide-react';
import type { Client } from '../../../client/interface/client.ts';
import type { MenuItem } from '../../kit/menu.tsx';
import { isCommunity } from '../../../domain/config.ts';
import { isGuest } from '../../../domain/guests.ts';
import { FAVOURITES } from '../../../domain/ids.ts';
import { PATHS, pathTo, selectionPath } from '../../paths/paths.ts';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Entries of the list's "+" menu; the code is loaded as soon as the pointer or a key moves. */
export function addItems(
  t: TFunction,
  { store }: Pick<Client, 'store'>,
  go: (path: string) => void,
): readonly MenuItem[] {
  const state = store.get();
  return [
    ...(isCommunity(state.config)
      ? [
          {
            key: 'friend',
            label: t('home.addFriend'),
            icon: <UserPlus {...icon} />,
            onSelect: () => go(PATHS.searchFriends),
          },
        ]
      : []),
    ...(state.config.chatInfo.groupChat
      ? [
          {
            key: 'group',
            label: t('home.createGroup'),
            icon: <MessageSquarePlus {...icon} />,
            onSelect: () => go(selectionPath('create')),
          },
        ]
      : []),
    ...(state.contacts.has(FAVOURITES)
      ? [
          {
            key: 'notes',
            label: t('contact.favourites'),
            icon: <Bookmark {...icon} />,
            onSelect: () => go(pathTo('chat', { id: FAVOURITES })),
          },
        ]
      : []),
    ...(isGuest(state.self)
      ? []
      : [
          {
            key: 'scan',
            label: t('title.scan'),
            icon: <ScanLine {...icon} />,
            onSelect: () => go(PATHS.scan),
          },
        ]),
  ];
}

import type { PageName } from './paths.ts';

/** Pages that do not exist for a guest (GUEST-4). */
export const USER_PAGES: readonly PageName[] = [
  'contacts',
  'newFriends',
  'searchFriends',
  'groupList',
  'groupQr',
  'scan',
  'moments',
  'secure',
];

import { layers } from '../layers.ts';
import { type Facts, openScreens, screens } from '../screens.ts';
import type { Line } from './ledger.ts';

/** The routes of the family. */
export const ROUTES = [
  '/',
  '/pages/contacts/index',
  '/pages/message/chat',
  '/pages/message/emoji',
  '/pages/message/detail',
  '/pages/message/record',
  '/pages/message/call',
  '/pages/message/video',
  '/pages/message/group/groupUser',
  '/pages/message/group/info',
  '/pages/contacts/detail',
  '/pages/contacts/friend',
  '/pages/contacts/search',
  '/pages/contacts/group',
  '/pages/login/index',
  '/pages/login/register',
  '/pages/index/userSelection',
  '/pages/index/qrcode',
  '/pages/index/search',
  '/pages/index/scan',
  '/pages/mine/webview',
  '/pages/mine/profile',
  '/pages/mine/secure',
  '/pages/mine/about',
  '/pages/mine/setting',
  '/pages/mine/doc',
  '/pages/compass/moments',
] as const;

/** Shown instead of numbers that differ from run to run. */
const shownFacts = {
  friendId: '{person}',
  friendName: '…',
  groupId: '{group}',
  groupName: '…',
  notice: '…',
  strangerId: '{person}',
  videoSrc: '{file}',
  scheduled: '…',
  card: '…',
} as unknown as Facts;

/** The rows of the table: every screen, then everything that lies over one. */
export const lines: readonly Line[] = [
  ...[...openScreens, ...screens].map(({ name, route }) => ({
    name,
    address: decodeURIComponent(route(shownFacts)),
  })),
  ...layers.map(({ name, over }) => ({ name, address: `over ${over}` })),
];

export const INTRODUCTION = `# Screens

This page is written by the tests that it tells of: \`npm run test:screens\` fails when it says anything else than what they
have just seen, or when a screen lacks a cell. After a change of the screens \`npm run test:screens -- -u\` writes it anew.

- **Works in**: the tests, by number, in which people used the screen against the real server and it did what it is for.
- **中文, English, 390 px, 1280 px**: the screen was opened in that language and width, both ways across, and nothing was wrong:
  no console message of error or warning, no request to anybody else, no sideways scrolling, nothing out of reach or cut off,
  no key in the place of words, no motion where less motion is wanted; on the narrow window every control is at least 44 px
  for a finger, and at twice the size of text everything still holds.
- **Light, Dark**: two of these four windows had the light theme, two the dark one, in each language and width once.
- **Keyboard**: in a wide English and a narrow Chinese window Tab reaches every control and one sees where it is; what lies over
  a page is opened by keys, takes the focus, keeps it all the way round, closes by Escape and gives it back.
- **Violations**: what the accessibility engine found, of any impact, contrast included, in both languages and widths.

Pictures of all screens are made by \`npm run screenshots\`, in two sizes and two languages, in .cache/screens.
`;

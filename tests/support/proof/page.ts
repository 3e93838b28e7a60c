import { layers } from '../layers.ts';
import { type Facts, openScreens, screens } from '../screens.ts';

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
  turnedId: '{person}',
  turnedName: '…',
  videoSrc: '{file}',
  scheduled: '…',
  card: '…',
  guestToken: 'link',
} as unknown as Facts;

export interface Line {
  readonly name: string;
  /** The address of a screen, or of the screen below a layer. */
  readonly place: string;
}

/** Every screen, then every layer. */
export const lines: readonly Line[] = [
  ...[...openScreens, ...screens].map(({ name, route }) => ({
    name,
    place: decodeURIComponent(route(shownFacts)),
  })),
  ...layers.map(({ name, over }) => ({ name, place: `over ${over}` })),
];

const padded = (name: string): string => name.padEnd(22);

/** The file docs/screens.txt. */
export const screensPage =
  (): string => `Screens, with their addresses, then the menus, sheets and dialogs over each of them. docs/testing.md,
"Browser tests", says what is proved for each. Made by \`npx vitest run tests/rules/screens-page.test.ts -u\`.

${lines
  .slice(0, -layers.length)
  .map(({ name, place }) => `${padded(name)}${place}`)
  .join('\n')}

${[...new Set(layers.map(({ over }) => over))]
  .map(
    (place) =>
      `${padded(place)}${layers.flatMap(({ name, over }) => (over === place ? name : [])).join(', ')}`,
  )
  .join('\n')}
`;

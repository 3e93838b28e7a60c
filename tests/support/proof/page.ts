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
    place: `\`${decodeURIComponent(route(shownFacts))}\``,
  })),
  ...layers.map(({ name, over }) => ({ name, place: `over ${over}` })),
];

/** The page docs/screens.md. */
export const screensPage = (): string => `# Screens

This list is generated from the screens that the tests visit (\`npx vitest run tests/rules/screens-page.test.ts -u\`).
\`npm run test:screens\` proves for each entry:

- It opens in both languages, at 390 and 1280 px, in the light and the dark theme. The test finds no console error, no
  request to another host, no sideways scrolling, nothing cut off or out of reach, no key in place of words, and no
  motion when the user asked for less. At 390 px each control is at least 44 px wide and high, and text at 200 % fits.
- In one window per language, Tab reaches every control and the focus is visible. A layer takes the focus, keeps it,
  closes on Escape and returns the focus.
- The accessibility engine finds no violation, contrast included.

\`tests/e2e/journeys/three-people.test.ts\` proves that three users use every entry for its purpose.
\`npm run screenshots\` saves a picture of each screen in .cache/screens.

| Screen | Address |
|---|---|
${lines
  .slice(0, -layers.length)
  .map(({ name, place }) => `| ${name} | ${place} |`)
  .join('\n')}

| Over this screen | Menus, sheets and dialogs |
|---|---|
${[...new Set(layers.map(({ over }) => over))]
  .map(
    (place) =>
      `| ${place} | ${layers.flatMap(({ name, over }) => (over === place ? name : [])).join(', ')} |`,
  )
  .join('\n')}
`;

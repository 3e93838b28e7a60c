// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { Face } from '../../src/app/screens/calls/call-screen.tsx';
import { NoCall } from '../../src/app/screens/calls/call-page.tsx';
import { RingingCard } from '../../src/app/screens/calls/call-layer.tsx';
import { ChooseList, PinOrder } from '../../src/app/screens/chats/arrange-list.tsx';
import { FolderSheet } from '../../src/app/screens/chats/folders-page.tsx';
import Switcher from '../../src/app/screens/chats/switcher/switcher.tsx';
import { MentionList } from '../../src/app/screens/conversation/compose/mention-list.tsx';
import VotersSheet from '../../src/app/screens/conversation/polls/voters-sheet.tsx';
import ReactionPeople from '../../src/app/screens/conversation/reactions/people.tsx';
import ReadBySheet from '../../src/app/screens/conversation/read-by/read-by-sheet.tsx';
import { NO_TALLY } from '../../src/domain/poll.ts';
import { callOf } from '../support/scripted-calls.ts';
import { PATHS, type SelectionMode, selectionPath } from '../../src/app/paths/paths.ts';
import type { Actions } from '../../src/client/interface/client.ts';
import { messageId, userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { showApp, showPart } from '../support/screen.tsx';
import { scriptedClient } from '../support/scripted-client.ts';
import { actions, friend, group, rows, said, state, TURN, words } from '../support/turning-texts.ts';
import { until } from '../support/until.ts';

/** Classes whose style isolates their content. */
const sheets = import.meta.glob<{ readonly default: Readonly<Record<string, string>> }>(
  '../../src/app/**/*.module.css',
  { eager: true },
);
const ISOLATING = new Set(
  Object.entries(sheets).flatMap(([path, { default: classes }]) => {
    const css = readFileSync(new URL(path, import.meta.url), 'utf8');
    return [...css.matchAll(/([^{}]*)\{[^{}]*unicode-bidi:\s*(?:isolate|plaintext)/g)].flatMap(
      ([, selectors = '']) =>
        [...selectors.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => classes[name] ?? ''),
    );
  }),
);

const isIsolating = (element: Element): boolean =>
  element.matches('bdi, [dir], textarea, input, [contenteditable]') ||
  [...element.classList].some((name) => ISOLATING.has(name));
const isIsolated = (element: Element | null): boolean =>
  element !== null &&
  element !== document.body &&
  (isIsolating(element) || isIsolated(element.parentElement));
/** A sentence of ours that isolates the value in it. */
const isClosed = (text: string): boolean => !text.replace(/\u2068[^\u2068\u2069]*\u2069/g, '').includes(TURN);

/** Every text of a user that could reverse the text next to it. */
function faults(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const matches: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    const parent = node.parentElement;
    if (
      !text.includes(TURN) ||
      isClosed(text) ||
      isIsolated(parent) ||
      parent === null ||
      parent.closest('title, style') !== null
    )
      continue;
    matches.push(`${parent.tagName.toLowerCase()}.${parent.className}: ${text}`);
  }
  return [...new Set(matches)];
}

const modes: readonly SelectionMode[] = [
  'create',
  'invite',
  'forward',
  'mention',
  'card',
  'remove',
  'share',
  'heir',
  'call',
];
const routes: readonly string[] = [
  '/',
  '/?view=me',
  '/?view=files',
  PATHS.folders,
  PATHS.contacts,
  `${PATHS.groupList}?tab=all`,
  `${PATHS.chat}?id=2`,
  `${PATHS.chat}?id=group-5`,
  `${PATHS.chatInfo}?id=2`,
  `${PATHS.chatInfo}?id=group-5`,
  `${PATHS.chatHistory}?id=group-5`,
  `${PATHS.chatHistory}?id=group-5&type=file`,
  `${PATHS.groupUser}?group_id=group-5`,
  `${PATHS.groupInfo}?token=x`,
  `${PATHS.groupQr}?group_id=group-5`,
  `${PATHS.userInfo}?id=2`,
  `${PATHS.userInfo}?id=9`,
  `${PATHS.newFriends}?tab=received`,
  `${PATHS.newFriends}?tab=sent`,
  `${PATHS.newFriends}?tab=blocked`,
  `${PATHS.searchFriends}?keywords=nine`,
  `${PATHS.search}?type=1&keywords=ש`,
  PATHS.profile,
  PATHS.moments,
  PATHS.later,
  ...modes.map((mode) => selectionPath(mode, { contact_id: group.id, msg_id: 1 })),
];

const call = callOf({ name: words('caller') });
const reactors = rows({ id: userId(7), name: words('reactor'), avatar: '', emoji: '👍️', atMs: 1 });
const own = {
  ...actions,
  reactionPeople: () => Promise.resolve(ok(reactors)),
  readBy: () => Promise.resolve(ok({ rows: reactors.rows, of: 2 })),
  voters: () => Promise.resolve(ok(reactors)),
} as unknown as Partial<Actions>;
const nothing = (): void => undefined;
const poll = { options: [words('one')], many: false, secret: false, lastsSec: null };
/** Parts above a page or next to it. */
const parts: readonly (readonly [string, ReactNode])[] = [
  ['the switcher', <Switcher key="1" onClose={nothing} />],
  ['who reacted', <ReactionPeople key="2" messages={[said(1, {})]} onClose={nothing} />],
  ['who has read', <ReadBySheet key="3" id={messageId('m1')} onClose={nothing} />],
  [
    'who voted',
    <VotersSheet
      key="4"
      id={messageId('m1')}
      poll={poll}
      tally={{ ...NO_TALLY, counts: [1] }}
      onClose={nothing}
    />,
  ],
  ['a call that rings', <RingingCard key="5" call={{ ...call, stage: 'ringing', caller: false }} />],
  ['a call', <Face key="6" call={call} />],
  [
    'a call that is over',
    <NoCall
      key="7"
      callee={{ id: userId(7), name: words('callee'), avatar: '' }}
      video={false}
      calling={false}
    />,
  ],
  ['the order of pins', <PinOrder key="8" contacts={[friend, group]} onEnd={nothing} />],
  [
    'chats that are chosen',
    <ChooseList key="9" contacts={[friend, group]} first={friend.id} onEnd={nothing} />,
  ],
  [
    'a folder',
    <FolderSheet
      key="10"
      folder={state().kept.folders[0] ?? null}
      onKeep={() => Promise.resolve(ok(undefined))}
      onClose={nothing}
    />,
  ],
  [
    'the mentions of a chat',
    <MentionList
      key="11"
      id="list"
      caretPx={0}
      onPick={nothing}
      mentions={{
        from: 0,
        to: 1,
        active: 0,
        options: [
          {
            id: 2,
            name: words('a'),
            displayName: words('a'),
            account: words('b'),
            avatar: '',
            hint: '',
            words: [],
          },
        ],
        setActive: nothing,
        dismiss: nothing,
      }}
    />,
  ],
];

describe('texts of users', { timeout: 30_000 }, () => {
  it.each(routes)('UI-126: turn nothing beside them on %s', async (route) => {
    const screen = await showApp(scriptedClient(state(), actions), route);
    // On a wide window the list is next to the page.
    const readText = () =>
      route === '/' || route === PATHS.contacts ? screen.text() : document.querySelector('main')?.textContent;
    await until(() => expect(readText()).toContain(TURN));
    await until(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    expect(faults()).toEqual([]);
  });

  it.each(parts)('UI-126: turn nothing beside them in %s', async (_what, part) => {
    const screen = await showPart(scriptedClient(state(), own), part);
    await until(() => expect(screen.text()).toContain(TURN));
    expect(faults()).toEqual([]);
  });
});

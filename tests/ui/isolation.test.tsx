// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Actions, PersonCard } from '../../src/client/interface/client.ts';
import type { Contact, State } from '../../src/client/state/state.ts';
import { Face } from '../../src/app/screens/calls/face.tsx';
import { NoCall } from '../../src/app/screens/calls/no-call.tsx';
import { RingingCard } from '../../src/app/screens/calls/ringing-card.tsx';
import { ChooseList } from '../../src/app/screens/chats/choose-list.tsx';
import { FolderSheet } from '../../src/app/screens/chats/folder-sheet.tsx';
import { PinOrder } from '../../src/app/screens/chats/pin-order.tsx';
import Switcher from '../../src/app/screens/chats/switcher/switcher.tsx';
import { MentionList } from '../../src/app/screens/conversation/compose/mention-list.tsx';
import VotersSheet from '../../src/app/screens/conversation/polls/voters-sheet.tsx';
import ReactionPeople from '../../src/app/screens/conversation/reactions/people.tsx';
import ReadBySheet from '../../src/app/screens/conversation/read-by/read-by-sheet.tsx';
import { NO_TALLY } from '../../src/domain/poll.ts';
import { callOf } from '../support/scripted-calls.ts';
import { PATHS, type SelectionMode, selectionPath } from '../../src/app/paths/paths.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/contact.ts';
import { contactId, messageId, msgId, userId } from '../../src/domain/ids.ts';
import { NOTICE_HEAD } from '../../src/domain/markup.ts';
import type { Message } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { by, message } from '../support/messages.ts';
import { closeScreens, showApp, showPart } from '../support/screen.tsx';
import { contactOf, scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

afterEach(closeScreens);

/** Turns whatever follows, so that a sentence isolates it, too. */
const TURN = '\u202e';
const words = (what: string): string => `ש${what}${TURN}`;

/** Classes whose style isolates what is in them. */
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
  element !== null && (isIsolating(element) || isIsolated(element.parentElement));
/** A sentence of ours that isolates the value in it. */
const isClosed = (text: string): boolean => !text.replace(/\u2068[^\u2068\u2069]*\u2069/g, '').includes(TURN);

/** Every text of a user that could turn the words beside it. */
function faults(): readonly string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
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
    found.push(`${parent.tagName.toLowerCase()}.${parent.className}: ${text}`);
  }
  return [...new Set(found)];
}

const friend = contactOf(2, {
  displayName: words('friend'),
  realname: words('real'),
  account: 'two',
  index: 'T',
  isTop: true,
  last: {
    n: 3,
    type: 'text',
    content: words('last'),
    sentAtMs: 3,
    note: null,
    from: userId(2),
    id: messageId('m3'),
  },
  lastSentAtMs: 3,
});
const namesake = { ...friend, id: contactId(3), isTop: false } as Contact;
const group = contactOf('group-5', {
  displayName: words('group'),
  realname: words('group'),
  isTop: true,
  group: {
    ownerId: userId(1),
    role: 1,
    setting: { ...DEFAULT_GROUP_SETTING, profile: true, about: words('about'), rules: words('rules') },
    notice: words('notice'),
    mutedUntilSec: 0,
    members: 3,
  },
  last: {
    n: 2,
    type: 'text',
    content: words('last'),
    sentAtMs: 2,
    note: null,
    from: userId(7),
    fromName: words('speaker'),
    id: messageId('m2'),
  },
  lastSentAtMs: 2,
});
const from = by(7, words('author'));
const file: Message['file'] = {
  id: 1,
  name: words('file'),
  sizeBytes: 1,
  download: '/d',
  preview: '',
  icon: '',
};
const said = (n: number, parts: Partial<Message>): Message => message(n, { from, at: [], ...parts });
const messages: readonly Message[] = [
  said(1, {
    content: `@${words('mentioned')} ${words('bubble')}`,
    extra: { mentions: [{ id: 9, name: words('mentioned') }] },
    replies: { at: 1, count: 1 },
  }),
  said(2, {
    content: `**${words('bold')}**<br>- ${words('item')}<br>&gt; ${words('quoted')}`,
    extra: { format: 'md' },
  }),
  said(3, {
    content: words('answer'),
    quote: { msgId: msgId(1), content: words('quote'), userId: userId(7), realname: words('quoted one') },
  }),
  said(4, { type: 'file', content: '/f', file }),
  said(5, { type: 'image', content: '/f', file, extra: { caption: words('caption') } }),
  said(6, { type: 'contact', content: 'x', extra: { id: 9, displayName: words('card'), avatar: '' } }),
  said(7, {
    type: 'location',
    content: 'x',
    extra: { name: words('place'), address: words('address'), latitude: 1, longitude: 2 },
  }),
  said(8, {
    content: words('question'),
    extra: { poll: { options: [words('one'), words('two')], many: 0, secret: 0 } },
  }),
  said(9, {
    content: `${NOTICE_HEAD}${words('notice')}`,
    link: {
      url: 'https://example.org/',
      title: words('title'),
      text: words('text'),
      site: words('site'),
      picture: null,
    },
  }),
  said(10, {
    type: 'event',
    content: '',
    note: { note: 'joined', users: [userId(9)], names: [words('comer')], by: userId(7), name: words('by') },
  }),
  said(11, {
    type: 'event',
    recalled: true,
    note: { note: 'recalled', by: userId(7), name: words('by'), byManager: true },
  }),
  said(12, { from: by(1, words('me')), content: words('own') }),
];

const card = (id: number): PersonCard =>
  ({
    id: userId(id),
    displayName: words('remark'),
    realname: words('real'),
    account: 'nine',
    avatar: '',
    motto: words('bio'),
    email: '',
    sex: 2,
    isFriend: false,
    friendId: 0,
  }) as unknown as PersonCard;
const member = (id: number) => ({
  user: userId(id),
  role: 3 as const,
  displayName: words('member'),
  account: `member${id}`,
  namePy: '',
  avatar: '',
  mutedUntilSec: 99_999_999_999,
  inviter: userId(7),
});
const someone = { id: userId(7), name: words('friend of moments'), avatar: '' };
const rows = <T,>(...list: readonly T[]) => ({ rows: list, total: list.length, next: null, more: false });

const answers = {
  members: [member(1), member(2), member(9)],
  group: {
    id: group.id,
    name: words('group'),
    avatar: '',
    ownerId: userId(7),
    ownerName: words('owner'),
    members: 3,
    notice: words('notice'),
    setting: group.group?.setting,
    role: 1,
  },
  person: card(9),
  scanned: {
    kind: 'group',
    id: contactId('group-8'),
    name: words('group'),
    avatar: '',
    members: 3,
    about: words('about'),
    asks: false,
    asked: false,
    token: 'x',
  },
  groupCode: { address: 'https://example.org/x', until: '' },
  searchUser: [card(9)],
  directory: rows(card(9)),
  blockedPeople: rows(card(9)),
  applications: rows({
    friendId: 1,
    status: 0,
    remark: words('verification'),
    createdAt: '',
    person: card(9),
  }),
  searchMessages: { rows: [{ conversation: group.id, message: messages[0] }], more: false },
  browse: { messages, total: messages.length },
  files: rows({
    fileId: 1,
    msgId: msgId(4),
    conversation: group.id,
    type: 'file',
    name: words('file'),
    ext: 'txt',
    sizeBytes: 1,
    cate: 1,
    src: '/f',
    preview: '',
    download: '/d',
    atMs: 1,
    from: { id: userId(7), displayName: words('sender'), avatar: '' },
    extra: null,
  }),
  emojis: [],
  mentionsOf: [messages[0]],
  messagePins: [messages[0]],
  moments: [
    {
      id: 1,
      author: someone,
      words: words('moment'),
      pictures: [],
      atMs: 1,
      mine: true,
      liked: true,
      likes: [someone],
      comments: [{ id: 1, author: someone, replyTo: someone, words: words('comment') }],
    },
  ],
  later: {
    scheduled: [
      {
        id: messageId('s1'),
        to: group.id,
        dueMs: 1,
        content: words('scheduled'),
        at: [],
        extra: null,
        isReply: false,
        why: words('why'),
      },
    ],
    reminders: [
      { id: messageId('m1'), to: group.id, n: 1, dueMs: 1, told: false, rev: 0, message: messages[0] },
    ],
  },
};
const actions = Object.fromEntries(
  Object.entries(answers).map(([name, answer]) => [name, () => Promise.resolve(ok(answer))]),
) as unknown as Partial<Actions>;

const state = (): State => {
  const base = stateWith([friend, namesake, group], windowOf(group, messages));
  const folder = {
    id: 'f',
    name: words('folder'),
    people: true,
    groups: true,
    unread: false,
    muted: null,
    chats: [friend.id],
  };
  return {
    ...base,
    self: base.self && { ...base.self, realname: words('self'), motto: words('motto') },
    blocked: new Set([userId(9)]),
    later: {
      heard: 0,
      overtaken: null,
      list: {
        seq: 1,
        scheduled: [{ id: messageId('s1'), to: group.id, dueMs: 1, failed: true }],
        reminders: [{ id: messageId('m1'), to: group.id, n: 1, dueMs: 1, told: false, rev: 0 }],
      },
    },
    kept: {
      ...base.kept,
      known: true,
      folders: [folder],
      pins: [friend.id, group.id],
      words: [words('alert')],
    },
    conversations: new Map([
      ...base.conversations,
      ...windowOf(friend, [said(20, { content: words('bubble') })]).conversations,
    ]),
  };
};

const modes: readonly SelectionMode[] = [
  'create',
  'invite',
  'forward',
  'mention',
  'card',
  'remove',
  'share',
  'heir',
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
/** What is over a page, or beside it. */
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
    <FolderSheet key="10" folder={state().kept.folders[0] ?? null} onKeep={nothing} onClose={nothing} />,
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
          { id: 2, name: words('a'), displayName: words('a'), account: words('b'), avatar: '', words: [] },
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
    // On a wide window the list is beside the page.
    const shown = () =>
      route === '/' || route === PATHS.contacts ? screen.text() : document.querySelector('main')?.textContent;
    await until(() => expect(shown()).toContain(TURN));
    await until(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
    expect(faults()).toEqual([]);
  });

  it.each(parts)('UI-126: turn nothing beside them in %s', async (_what, part) => {
    const screen = await showPart(scriptedClient(state(), own), part);
    await until(() => expect(screen.text()).toContain(TURN));
    expect(faults()).toEqual([]);
  });
});

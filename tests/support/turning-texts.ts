import type { Actions, PersonCard } from '../../src/client/interface/client.ts';
import type { Contact, State } from '../../src/client/state/state.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { contactId, messageId, msgId, userId } from '../../src/domain/ids.ts';
import { NOTICE_HEAD } from '../../src/domain/markup.ts';
import type { Message } from '../../src/domain/message.ts';
import { ok } from '../../src/domain/result.ts';
import { stateWith, windowOf } from './scripted-client.ts';
import { aGroup, aLast, aContact, by, message } from './contacts.ts';

/** Reverses all text after it, so a sentence isolates it. */
export const TURN = '\u202e';
export const words = (what: string): string => `ש${what}${TURN}`;

export const friend = aContact(2, {
  displayName: words('friend'),
  realname: words('real'),
  account: 'two',
  index: 'T',
  isTop: true,
  last: aLast({ n: 3, content: words('last'), sentAtMs: 3, from: userId(2), id: messageId('m3') }),
  lastSentAtMs: 3,
});
const namesake = { ...friend, id: contactId(3), isTop: false } as Contact;
export const group = aContact('group-5', {
  displayName: words('group'),
  realname: words('group'),
  isTop: true,
  group: aGroup({
    ownerId: userId(1),
    role: 1,
    setting: { ...DEFAULT_GROUP_SETTING, profile: true, about: words('about'), rules: words('rules') },
    notice: words('notice'),
  }),
  last: aLast({
    n: 2,
    content: words('last'),
    sentAtMs: 2,
    from: userId(7),
    fromName: words('speaker'),
    id: messageId('m2'),
  }),
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
export const said = (n: number, parts: Partial<Message>): Message => message(n, { from, at: [], ...parts });
export const messages: readonly Message[] = [
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
export const rows = <T>(...list: readonly T[]) => ({
  rows: list,
  total: list.length,
  next: null,
  more: false,
});

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
  serverEmoji: [],
  packs: [],
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
      seenBy: [someone],
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
export const actions = Object.fromEntries(
  Object.entries(answers).map(([name, answer]) => [name, () => Promise.resolve(ok(answer))]),
) as unknown as Partial<Actions>;

export const state = (): State => {
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

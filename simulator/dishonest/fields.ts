import type { Chance } from '../plan/random.ts';
import type { Memory } from './memory.ts';

/** Values that forged requests are built from. */
export interface Source {
  readonly chance: Chance;
  readonly memory: Memory;
  /** The dishonest user, and all others. */
  readonly me: number;
  readonly people: readonly { readonly id: number; readonly account: string }[];
  /** Unique text, so that its origin is known wherever it appears. */
  readonly words: () => string;
}

type Draw = (source: Source) => unknown;

/** Ids that do not exist, or are invalid. */
const NOWHERE = [
  0,
  -7,
  999_999,
  '9007199254740993',
  'group-0',
  'group-99999',
  'group-1 ',
  'GROUP-1',
  'system',
  '',
  '1e3',
  '0x7',
  "7' or '1'='1",
];

const remembered =
  (...fields: readonly string[]): Draw =>
  ({ chance, memory }) => {
    const all = fields.flatMap((field) => memory.of(field));
    return all.length === 0 ? chance.whole(1, 30) : chance.pick(all);
  };
const oneOf =
  (...draws: readonly Draw[]): Draw =>
  (source) =>
    source.chance.pick(draws)(source);
const fixed =
  (...values: readonly unknown[]): Draw =>
  ({ chance }) =>
    chance.pick(values);
const some =
  (draw: Draw, most: number): Draw =>
  (source) =>
    Array.from({ length: source.chance.whole(1, most) }, () => draw(source));

const person: Draw = ({ chance, people, me }) => chance.pick([...people.map((one) => one.id), me]);
const group: Draw = ({ chance }) => `group-${chance.whole(1, chance.pick([2, 2, 6]))}`;
/** Names of a conversation: as others use it, as its owner does, or as the server's stream. */
const chat: Draw = oneOf(
  person,
  group,
  group,
  remembered('toContactId', 'group_id'),
  remembered('stream'),
  fixed('-1', 'admin_notice', 'system'),
  fixed(...NOWHERE),
);
const user: Draw = oneOf(person, person, person, remembered('user_id'), fixed(...NOWHERE));
const message: Draw = oneOf(remembered('id'), remembered('id'), fixed('', 'nothing', 7));
const row: Draw = oneOf(remembered('msg_id'), remembered('msg_id'), fixed(1, 2, 3, 999_999, 0, -1));
const place: Draw = oneOf(({ chance }) => chance.whole(0, 60), fixed(1e9, -1, '9007199254740993'));
const words: Draw = (source) => source.words();
const flag: Draw = fixed(0, 1, '0', '1', true, false, 'true');

/** Streams with places in them, foreign ones and such as there are not. */
const places: Draw = (source) =>
  Object.fromEntries(
    Array.from({ length: source.chance.whole(1, 5) }, () => [
      String(
        oneOf(
          remembered('stream'),
          group,
          ({ people, me, chance }) => `u${chance.pick([...people.map((one) => one.id), me])}`,
          fixed('notice', '1-2', '2-3', 'u0'),
        )(source),
      ),
      place(source),
    ]),
  );

const DRAWS: Readonly<Record<string, Draw>> = {
  toContactId: chat,
  group_id: chat,
  user_id: user,
  heir: user,
  user_ids: some(oneOf(person, person, chat), 3),
  reply_to: user,
  msg_id: row,
  last_id: row,
  pid: row,
  after_n: place,
  friend_id: oneOf(remembered('friend_id'), ({ chance }) => chance.whole(1, 12)),
  file_id: oneOf(remembered('file_id'), ({ chance }) => chance.whole(1, 12)),
  file_ids: some(({ chance }) => chance.whole(1, 12), 3),
  ids: some(({ chance }) => chance.whole(1, 12), 3),
  op: oneOf(fixed('the same', 'once more'), remembered('op')),
  token: oneOf(remembered('invite_id', 'token'), fixed('1.2.3', 'x')),
  inviteUid: oneOf(remembered('invite_id'), user),
  client_id: remembered('client_id'),
  cursor: oneOf(remembered('cursor'), fixed('0', '1.2.3', 'e.0.x')),
  positions: places,
  known: places,
  messages: oneOf(
    some(
      ({ chance, memory, ...rest }) =>
        chance.pick([
          { n: place({ chance, memory, ...rest }) },
          { msg_id: row({ chance, memory, ...rest }) },
          { id: message({ chance, memory, ...rest }) },
        ]),
      3,
    ),
    fixed([]),
  ),
  at: some(oneOf(person, fixed(0), user), 2),
  type: fixed('text', 'text', 'text', 0, 1, 2, 'all'),
  content: words,
  name: words,
  displayName: words,
  remark: words,
  nickname: words,
  notice: words,
  keywords: oneOf(fixed('m', 'm1', 'Name', 'user1'), words),
  account: ({ chance, people }) => chance.pick(people).account,
  // Nobody's password.
  password: fixed('guessed-1', 'guessed-2'),
  originalPassword: fixed('guessed-1', 'guessed-2'),
  setting: ({ chance }) =>
    Object.fromEntries(
      ['history', 'invite', 'manage', 'media', 'pin', 'profile']
        .filter(() => chance.happens(0.4))
        .map((key): [string, unknown] => [key, chance.whole(0, 1)])
        .concat(chance.happens(0.2) ? [['slowSec', chance.pick([0, 9, 10, 60, 3_601, -1])]] : [])
        .concat(chance.happens(0.2) ? [['timeZone', chance.pick(['', 'UTC', 'Nowhere', '+01:00', 7])]] : [])
        .concat(chance.happens(0.2) ? [['teams', chance.pick(['', 'a 1', 'a 1\na 2', 'a', 'a b', 7])]] : []),
    ),
  extends: fixed({}, null, ''),
  event: fixed('calling', 'hangup', 'busy', 'acceptRtc', 'offer', 'iceCandidate', 'turndown'),
  code: fixed(901, 902, 906, '123456'),
  role: fixed(2, 3, 1),
  status: fixed(0, 1),
  noSpeakTimer: fixed(0, 1, 4, 5),
  noSpeakDay: fixed(0, 1, 366),
  page: fixed(1, 2, 0),
  limit: fixed(20, 100, 0),
  bot: oneOf(remembered('bot'), person, fixed(0, 900_001)),
  hook: oneOf(remembered('hook'), person, fixed(900_001)),
  seq: place,
  right: fixed('read', 'write', 'all'),
  chats: oneOf(some(chat, 2), fixed([])),
  days: fixed(0, 7, 30, 5),
  dialect: fixed('mrkdwn', 'markdown'),
  url: fixed('', 'https://programs.test/fine/1', 'http://127.0.0.1/'),
  kinds: fixed(['messages'], ['messages', 'changes', 'members'], [], ['all']),
  commands: fixed([], [{ name: 'deploy', words: '', help: '' }], [{ name: 'me', words: '', help: '' }]),
  button: fixed('yes', 'no', ''),
  endpoint: fixed('', 'https://push.example.org/x', 'http://127.0.0.1/'),
  src: oneOf(remembered('content', 'src'), fixed('/files/x?c=1-2&f=1&e=99999&s=00')),
  is_top: flag,
  is_notice: flag,
  is_at: flag,
  is_mine: flag,
  is_all: flag,
  on: flag,
  peek: flag,
};

/** One name of a field, and many meanings. */
const IDS: readonly (readonly [RegExp, Draw])[] = [
  [/\/group\//i, oneOf(group, group, group, chat)],
  [
    /\/sendMessage$/i,
    oneOf(
      ({ words: fresh }) => `id of ${fresh()}`,
      ({ words: fresh }) => `id of ${fresh()}`,
      message,
    ),
  ],
  [/(?:Message|Card|ToMsg)$/i, message],
  [/\/friend\//i, user],
  [/\/moments\//i, ({ chance }) => chance.whole(1, 6)],
  [/./, oneOf(chat, chat, user)],
];

/** A value for a field, as a user seeking unauthorised access would choose it. */
export function valueFor(field: string, path: string, source: Source): unknown {
  const draw = field === 'id' ? IDS.find(([calls]) => calls.test(path))?.[1] : DRAWS[field];
  return (draw ?? oneOf(remembered(field), words, fixed(0, 1, 7)))(source);
}

/** Values that no field of any call accepts. */
export const NONSENSE: readonly unknown[] = [
  { a: { b: [] } },
  [[['x']]],
  'no such thing'.repeat(2_000),
  -1.5,
  { length: 3 },
  '\ud800',
  'a\u0000b',
];

import { triedOf } from '../checkers/tried.ts';
import type { WorldPerson } from '../devices/person.ts';
import { requestOf } from '../gear/http.ts';
import { drive } from '../time/drive.ts';
import { readableIn } from '../oracle/answers/pages.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { chatOf, oracleContactOf } from '../oracle/state.ts';
import type { OracleLine } from '../oracle/state.ts';
import type { WitnessedRequest } from '../witness/witnessed.ts';
import type { World } from '../world/world-type.ts';
import { devicesInUse } from './people.ts';
import { ANSWER_MS } from './speaking.ts';

/** A call with its input. */
type Asking = readonly [path: string, body: Readonly<Record<string, unknown>>];

/**
 * A user requests everything they may read while all is quiet: the answers are checked with all earlier ones
 * (`witness/answers.ts`), and at rest only one moment can be the right one.
 */
export async function readings(world: World): Promise<readonly string[]> {
  const { faults } = triedOf(world);
  const before = faults.length;
  const there = world.people.filter((one) => tokenOf(one) !== null);
  if (there.length === 0) return [];
  const person = world.around.chance.fork('readings').pick(there);
  const token = tokenOf(person) ?? '';
  for (const [path, body] of askedBy(world, person.id)) await asks(world, token, path, body);
  return triedOf(world).faults.slice(before);
}

/** A plain client has none of ours, and a stranger no device. */
export const tokenOf = (person: WorldPerson): string | null => devicesInUse(person)[0]?.disk.token() ?? null;

/** One request at the side, as any device would make it. */
export async function asks(
  { clock, nodes, witness }: World,
  token: string,
  path: string,
  body: object,
): Promise<WitnessedRequest> {
  const server = nodes.find((node) => node.server !== null)?.server;
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', authorization: token };
  const seen = witness.arrived(path, token, text);
  if (!server) return seen;
  const from = { address: '10.0.0.3', userAgent: 'Desktop' };
  const asking = server.fetch(requestOf('POST', path, headers, text), from);
  const answer = await drive(clock, asking, ANSWER_MS);
  witness.answered(seen, answer.status, await answer.text());
  return seen;
}

function askedBy(world: World, me: number): readonly Asking[] {
  const { oracle } = triedOf(world);
  const mine = [...oracle.chats.values()].filter(({ name }) => oracle.seat(me, name) !== null);
  const groups = mine.filter(({ group }) => group !== null).map(({ name }) => name);
  const other = world.people.find(({ id }) => id !== me)?.id ?? me;
  const contacts = mine.map(({ name }) => oracleContactOf(me, name)).filter((one) => one !== 'admin_notice');
  return [
    ...ofPeople(me, other),
    ...OF_FILES,
    ['/enterprise/emoji/index', {}],
    ...OF_KINDS,
    ...aboutLines(oracle, me),
    ...ofWords(oracle, me),
    ...groups.flatMap(ofGroup),
    ...contacts.flatMap((one) => ofContact(oracle, me, one)),
  ];
}

const ofPeople = (me: number, other: number): readonly Asking[] => [
  ['/enterprise/im/getContacts', {}],
  ['/enterprise/im/getOwnData', {}],
  ['/enterprise/friend/index', { is_mine: 0 }],
  ['/enterprise/friend/index', { is_mine: 1 }],
  ['/enterprise/friend/index', { is_mine: 1, page: 2, limit: 1 }],
  ['/enterprise/friend/getApplyMsg', {}],
  ['/enterprise/im/directory', { limit: 1 }],
  ['/enterprise/im/directory', { keywords: 'name', after: me }],
  ['/enterprise/im/getUserInfo', { user_id: me }],
  ['/enterprise/im/getUserInfo', { user_id: other }],
  ['/enterprise/group/getAllUser', { user_ids: [other] }],
];

const OF_FILES = [{}, { role: 1, cate: 2 }, { role: 2, keywords: 'PAPER' }, { page: 2, limit: 2 }].map(
  (asked): Asking => ['/enterprise/files/index', asked],
);

const OF_KINDS = [
  { has: 'image', limit: 100 },
  { has: 'link', limit: 100 },
  { has: 'file', keywords: 'paper', limit: 100 },
  { keywords: '.mp4', limit: 100 },
].map((asked): Asking => ['/enterprise/im/search', asked]);

/** Requests about the newest message of each kind: its place, and the users involved. */
function aboutLines(oracle: Oracle, me: number): readonly Asking[] {
  const readable = [...oracle.chats.keys()].flatMap((chat) => readableIn(oracle, me, chat));
  const isOwn = ({ by, chat, kind }: OracleLine): boolean =>
    by === me && kind === 'text' && oracle.chats.get(chat)?.group !== null;
  const [newest, under, asks, own] = [
    readable.at(-1),
    readable.findLast(({ reactions }) => reactions.size > 0),
    readable.findLast(({ poll }) => (poll?.votes.size ?? 0) > 0),
    readable.findLast(isOwn),
  ];
  return [
    ['/enterprise/im/getAdminNotice', {}],
    ['/enterprise/im/blockedPeople', {}],
    ...(newest ? [['/enterprise/im/locateMessage', { msg_id: newest.row }] as const] : []),
    ...(under ? [['/enterprise/im/reactions', { id: under.id }] as const] : []),
    ...(asks ? [['/enterprise/im/voters', { id: asks.id, option: 0 }] as const] : []),
    ...(own ? [['/enterprise/im/readBy', { id: own.id }] as const] : []),
  ];
}

const ofGroup = (group: string): readonly Asking[] => [
  ['/enterprise/group/groupUserList', { group_id: group }],
  ['/enterprise/group/groupUserList', { group_id: group, page: 2, limit: 1 }],
  ['/enterprise/group/groupInfo', { group_id: group }],
  ['/enterprise/group/getAllUser', { user_ids: '', group_id: group }],
];

/** Text of a line in the middle and of a new one, everywhere and in its chat; and everything by one user. */
function ofWords(oracle: Oracle, me: number): readonly Asking[] {
  const path = '/enterprise/im/search';
  const readable = [...oracle.chats.keys()].flatMap((chat) => readableIn(oracle, me, chat));
  const texts = readable.filter(({ kind, words }) => kind === 'text' && NAME.test(words));
  return [texts[Math.floor(texts.length / 2)], texts.at(-1)].flatMap((line): readonly Asking[] => {
    if (!line) return [];
    const [keywords = ''] = NAME.exec(line.words) ?? [];
    const toContactId = oracleContactOf(me, line.chat);
    return [
      [path, { keywords, limit: 100 }],
      [path, { keywords: keywords.slice(0, 2), toContactId, limit: 100 }],
      [path, { from_user: line.by, since: Math.floor(line.saidAtMs / 1_000), limit: 100 }],
    ];
  });
}
const NAME = /[a-z]+\d+\.\d+/;

/** Reads with our client, which looks without marking as read, and as other clients page through a chat. */
function ofContact(oracle: Oracle, me: number, contact: string): readonly Asking[] {
  const path = '/enterprise/im/getMessageList';
  const chat = oracle.chats.get(chatOf(me, contact) ?? '');
  const lines = chat?.lines ?? [];
  const middle = lines[Math.floor(lines.length / 2)];
  const answered = lines.findLast(({ root }) => root !== null);
  const to = { toContactId: contact };
  const asked: Asking[] = [
    ['/enterprise/im/getContactInfo', { id: contact }],
    [path, { ...to, peek: 1, limit: 100 }],
    [path, { ...to, page: 2, limit: 3 }],
    [path, { ...to, peek: 1, type: 'all', limit: 100 }],
    [path, { ...to, type: 'image' }],
  ];
  if (middle)
    asked.push(
      [path, { ...to, peek: 1, last_id: middle.row, limit: 2 }],
      [path, { ...to, peek: 1, after_n: middle.n, limit: 2 }],
    );
  if (chat?.group) asked.push([path, { ...to, peek: 1, is_at: 1 }]);
  if (answered) asked.push(['/enterprise/im/getThread', { ...to, root: answered.n, limit: 2 }]);
  if (chat && chat.pinned.length > 0) asked.push(['/enterprise/im/getMessagePins', to]);
  return asked;
}

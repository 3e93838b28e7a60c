/**
 * State of a base-protocol server: users, friendships, groups and messages. It keeps some habits of the
 * reference on purpose (docs/protocol.md, "Plain servers"), because clients have to handle them.
 */
export interface Someone {
  readonly id: number;
  readonly account: string;
  realname: string;
  readonly password: string;
  readonly token: string;
  email: string;
  motto: string;
  sex: number;
}

/** One side of a friendship, including the flags of the chat. */
export interface FriendRow {
  readonly friend_id: number;
  readonly create_user: number;
  readonly friend_user_id: number;
  readonly is_invite: 0 | 1;
  nickname: string | null;
  readonly remark: string | null;
  status: 0 | 1 | 2;
  is_top: 0 | 1;
  is_notice: 0 | 1;
}

export interface MemberRow {
  role: 1 | 2 | 3;
  is_top: 0 | 1;
  is_notice: 0 | 1;
  unread: number;
  no_speak_time: number;
}

export interface Group {
  readonly id: number;
  name: string;
  owner: number;
  notice: string | null;
  setting: Readonly<Record<string, unknown>>;
  readonly members: Map<number, MemberRow>;
}

/** A stored message. `to` is a user's number, or a group's as `group-<n>`. */
export interface Row {
  readonly msg_id: number;
  /** Event lines have none. */
  readonly id: string | null;
  readonly from: number;
  readonly to: number | string;
  type: string;
  content: string;
  readonly atMs: number;
  at: number[];
  is_read: boolean;
  extends: Readonly<Record<string, unknown>> | null;
  readonly file: { readonly id: number; readonly name: string; readonly size: number } | null;
}

export interface Town {
  readonly base: string;
  readonly nowMs: () => number;
  readonly people: Map<number, Someone>;
  readonly friends: FriendRow[];
  readonly groups: Map<number, Group>;
  readonly rows: Row[];
  readonly files: Map<number, { readonly type: string; readonly body: Uint8Array<ArrayBuffer> }>;
}

export const createTown = (base: string, nowMs: () => number): Town => ({
  base,
  nowMs,
  people: new Map(),
  friends: [],
  groups: new Map(),
  rows: [],
  files: new Map(),
});

export function moveIn(town: Town, account: string, realname: string, password: string): Someone {
  const id = 1_001 + town.people.size;
  const someone: Someone = {
    id,
    account,
    realname,
    password,
    token: `bearer plain.${id}.token`,
    email: '',
    motto: '',
    sex: 2,
  };
  town.people.set(id, someone);
  return someone;
}

export const named = (town: Town, id: number): Someone => {
  const match = town.people.get(id);
  if (match === undefined) throw new Error(`nobody is ${id}`);
  return match;
};

export const groupOf = (town: Town, id: unknown): Group | undefined =>
  town.groups.get(Number(String(id).replace('group-', '')));

export const isGroup = (id: unknown): id is string => String(id).startsWith('group-');

/** The user's row about another user, with the given status. */
export const rowOf = (
  town: Town,
  mine: number,
  other: number,
  status?: FriendRow['status'],
): FriendRow | undefined =>
  town.friends.findLast(
    (row) =>
      row.create_user === mine &&
      row.friend_user_id === other &&
      (status === undefined || row.status === status),
  );

export function putFriend(town: Town, mine: number, other: number, part: Partial<FriendRow>): FriendRow {
  const row: FriendRow = {
    friend_id: 31 + town.friends.length,
    create_user: mine,
    friend_user_id: other,
    is_invite: 0,
    nickname: null,
    remark: null,
    status: 1,
    is_top: 0,
    is_notice: 1,
    ...part,
  };
  town.friends.push(row);
  return row;
}

export function befriend(town: Town, a: number, b: number): void {
  putFriend(town, a, b, { is_invite: 1 });
  putFriend(town, b, a, {});
}

export function foundGroup(town: Town, owner: number, others: readonly number[], name: string): Group {
  const group: Group = {
    id: 12 + town.groups.size,
    name,
    owner,
    notice: null,
    setting: { manage: 0, invite: 1, nospeak: 0 },
    members: new Map(),
  };
  for (const id of [owner, ...others])
    group.members.set(id, {
      role: id === owner ? 1 : 3,
      is_top: 0,
      is_notice: 1,
      unread: 0,
      no_speak_time: 0,
    });
  town.groups.set(group.id, group);
  put(town, {
    id: null,
    from: owner,
    to: `group-${group.id}`,
    type: 'event',
    content: `${named(town, owner).realname} 创建了群聊`,
  });
  return group;
}

/** Rows of a conversation as the viewer sees them, oldest first. */
export function conversation(town: Town, viewer: number, id: unknown): readonly Row[] {
  if (isGroup(id)) return town.rows.filter((row) => row.to === id);
  const other = Number(id);
  return town.rows.filter(
    (row) => (row.from === viewer && row.to === other) || (row.from === other && row.to === viewer),
  );
}

export const unreadFrom = (town: Town, viewer: number, other: number): number =>
  town.rows.filter((row) => row.from === other && row.to === viewer && !row.is_read).length;

export const mentioning = (town: Town, viewer: number, id: string): readonly Row[] =>
  town.rows.filter((row) => row.to === id && row.from !== viewer && row.at.includes(viewer));

export function put(
  town: Town,
  part: Pick<Row, 'id' | 'from' | 'to' | 'type' | 'content'> & Partial<Row>,
): Row {
  const row: Row = {
    msg_id: 901 + town.rows.length,
    atMs: town.nowMs(),
    at: [],
    is_read: isGroup(part.to),
    extends: null,
    file: null,
    ...part,
  };
  town.rows.push(row);
  if (isGroup(row.to))
    for (const [id, member] of groupOf(town, row.to)?.members ?? []) if (id !== row.from) member.unread += 1;
  return row;
}

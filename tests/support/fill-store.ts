import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';

export interface Size {
  readonly conversations: number;
  readonly groups: number;
  readonly groupMembers: number;
  readonly messages: number;
  /** Messages of the first group, which person 1 owns. Their words are not indexed yet. */
  readonly bigGroup?: number;
  /**
   * Members of an additional group that person 1 owns too. Members who are not friends of person 1 know no
   * other user.
   */
  readonly crowd?: number;
  /** Adds five reactions of its two users to each message of the first conversation. */
  readonly reactions?: boolean;
  /** Messages of the second group. Each matches every word of the phrase, but not the phrase. */
  readonly wordyGroup?: number;
}

const SERIES = 'with recursive s(i) as (select 1 union all select i + 1 from s where i < ?)';
const SETTING = '{"manage":false,"invite":true,"profile":true,"history":true,"nospeak":0}';

/**
 * Writes friends, groups and messages of person 1 in the fastest way. Existing users stay unchanged. Messages
 * are distributed evenly over the one-to-one conversations, half of them by person 1.
 */
export function fillStore(
  path: string,
  {
    conversations,
    groups,
    groupMembers,
    messages,
    reactions = false,
    bigGroup = 0,
    wordyGroup = 0,
    crowd = 0,
  }: Size,
): void {
  const db = new SqliteConnection(path, { readOnly: false });
  const each = Math.floor(messages / conversations);
  db.execute('begin immediate');
  db.execute(
    `insert or ignore into users (id, account, realname, password_hash, avatar, email, motto, sex, role, is_auth, active, created_at_ms, last_login_at_ms, last_login_ip)
    ${SERIES} select i, 'person' || i, 'Person ' || i, '', '', '', '', 2, 0, 0, 1, 1, 0, '' from s`,
    [Math.max(conversations + 1, crowd)],
  );
  for (const [creator, friend] of [
    ['1', 'i + 1'],
    ['i + 1', '1'],
  ]) {
    db.execute(
      `insert into friends (creator, friend, nickname, remark, is_invite, status, created_at_ms, updated_at_ms) ${SERIES} select ${creator}, ${friend}, '', '', 0, 1, 1, 1 from s`,
      [conversations],
    );
  }
  db.execute(
    `insert into streams (stream, head, count, floor, tx, last_at_ms) ${SERIES} select '1-' || (i + 1), ?, ?, ?, 1, 1000 + i from s`,
    [conversations, each, each, each],
  );
  const member =
    'role, is_top, is_notice, from_seq, until_seq, from_n, mark, own, mention_mark, hidden_to, muted_until_sec, inviter, joined_at_ms';
  for (const user of ['1', 'i + 1']) {
    db.execute(
      `insert into members (stream, user_id, ${member}) ${SERIES} select '1-' || (i + 1), ${user}, 3, 0, 1, 0, null, 0, ? - min(5, ?), 0, ?, 0, 0, null, 1 from s`,
      [conversations, each, each, each],
    );
  }
  db.execute(
    `insert into messages (id, stream, n, from_user, type, content, at, pid, extra, note, sent_at_ms, recalled)
     ${SERIES} select 'm' || i, '1-' || ((i - 1) % ? + 2), (i - 1) / ? + 1, case when i % 2 = 0 then 1 else (i - 1) % ? + 2 end, 'text', 'words of message ' || i, '[]', null, null, null, 1000 + i, 0 from s`,
    [each * conversations, conversations, conversations, conversations],
  );
  if (reactions) fillReactions(db, each);
  if (groups > 0) {
    db.execute(
      `insert into groups (id, name, avatar, owner, notice, setting, created_at_ms, ended) ${SERIES} select i, 'Group ' || i, '', 1, '', ?, 1, 0 from s`,
      [groups, SETTING],
    );
    db.execute(
      `insert into streams (stream, head, count, floor, tx, last_at_ms) ${SERIES} select 'group-' || i, 0, 0, 0, 1, 1 from s`,
      [groups],
    );
    db.execute(
      `insert into members (stream, user_id, ${member}) ${SERIES} select 'group-' || ((i - 1) / ? + 1), (i - 1) % ? + 1, 3, 0, 1, 0, null, 0, 0, 0, 0, 0, 0, null, 1 from s`,
      [groups * groupMembers, groupMembers, groupMembers],
    );
  }
  if (bigGroup > 0) fillBigGroup(db, bigGroup, groupMembers);
  if (crowd > 0) fillCrowd(db, groups + 1, crowd, conversations);
  if (wordyGroup > 0) fillGroup(db, 2, wordyGroup, groupMembers, `'w1 w2 w3 w4 w5'`);
  db.execute(`update groups set members =
      (select count(*) from members where stream = 'group-' || groups.id)`);
  db.execute('commit');
  db.execute('analyze');
  db.execute('pragma wal_checkpoint(truncate)');
  db.close();
}

const UNDER = `(select 1 as user_id, '👍️' as emoji union all select 1, '❤️' union all select 1, '😂'
  union all select 2, '👍️' union all select 2, '😮')`;

function fillReactions(db: SqliteConnection, messages: number): void {
  db.execute(
    `insert into reactions (stream, n, user_id, emoji, file_id, at_ms)
     ${SERIES} select '1-2', i, user_id, emoji, null, 2000 + i from s, ${UNDER}`,
    [messages],
  );
  db.execute(
    `insert into reaction_tallies (stream, n, seq, counts)
     ${SERIES} select '1-2', i, i, '[["👍️",2],["❤️",1],["😂",1],["😮",1]]' from s`,
    [messages],
  );
}

/**
 * Every sixteenth message matches every word of the phrase, but not the phrase. Every hundredth mentions
 * person 1.
 */
function fillBigGroup(db: SqliteConnection, messages: number, members: number): void {
  fillGroup(
    db,
    1,
    messages,
    members,
    `case when i % 16 = 0 then 'w1 w2 w3 w4 w5' else 'words of message ' || i || ' w' || (i % 7) end`,
  );
  db.execute(`update members set role = 1 where stream = 'group-1' and user_id = 1`);
  db.execute(`insert into mentions (stream, user_id, n) ${SERIES} select 'group-1', 1, i * 100 from s`, [
    Math.floor(messages / 100),
  ]);
}

/** `content`: of the message with the ordinal i. */
function fillGroup(
  db: SqliteConnection,
  group: number,
  messages: number,
  members: number,
  content: string,
): void {
  const stream = `group-${group}`;
  db.execute('update streams set head = ?, count = ?, floor = ?, last_at_ms = 9000 where stream = ?', [
    messages,
    messages,
    messages,
    stream,
  ]);
  db.execute(
    `insert into messages (id, stream, n, from_user, type, content, at, pid, extra, note, sent_at_ms, recalled)
     ${SERIES} select ? || i, ?, i, i % ? + 1, 'text', ${content}, '[]', null, null, null, 1000 + i, 0 from s`,
    [messages, group === 1 ? 'big' : `of${group}-`, stream, members],
  );
  db.execute(`insert into unworded (stream, n) ${SERIES} select ?, i from s`, [messages, stream]);
}

/**
 * One event, the last one, in every second one-to-one conversation: the others are too far behind for that.
 */
export function fillEvents(path: string, { conversations, messages }: Size): void {
  const db = new SqliteConnection(path, { readOnly: false });
  const each = Math.floor(messages / conversations);
  const facts = `json_object('kind', 'message', 'msgId', msg_id, 'id', id, 'n', n, 'from', from_user)`;
  db.execute('begin immediate');
  db.execute(
    `insert into events (stream, seq, tx, at_ms, facts) select stream, n, 1, sent_at_ms, ${facts} from messages where n = ? and msg_id % 2 = 0 and stream like '1-%'`,
    [each],
  );
  db.execute(`update streams set floor = ? where stream in (select stream from events)`, [each - 1]);
  db.execute('commit');
  db.close();
}

/** The owner's friends beyond the first hundred stay outside. */
function fillCrowd(db: SqliteConnection, group: number, crowd: number, friends: number): void {
  const stream = `group-${group}`;
  db.execute(
    `insert into groups (id, name, avatar, owner, notice, setting, created_at_ms, ended)
      values (?, 'Crowd', '', 1, '', ?, 1, 0)`,
    [group, SETTING],
  );
  db.execute(`insert into streams (stream, head, count, floor, tx, last_at_ms) values (?, 0, 0, 0, 1, 1)`, [
    stream,
  ]);
  db.execute(
    `insert into members (stream, user_id, role, is_top, is_notice, from_seq, until_seq, from_n, mark, own,
        mention_mark, hidden_to, muted_until_sec, inviter, joined_at_ms)
     ${SERIES} select ?, i, case i when 1 then 1 else 3 end, 0, 1, 0, null, 0, 0, 0, 0, 0, 0, null, 1
       from s where i <= 100 or i > ?`,
    [crowd, stream, friends + 1],
  );
}

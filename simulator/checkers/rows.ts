import { lineKept, linesKept, seatKept, seatsKept, tiesKept } from '../oracle/rows.ts';
import { ROLE, type OracleRole } from '../oracle/actions.ts';
import { callKept, callRecord } from '../oracle/group-calls.ts';
import { NEW_GROUP, SETTING_NAMES, type Setting } from '../oracle/group-settings.ts';
import { happeningKept } from '../oracle/happenings.ts';
import type { OracleChat } from '../oracle/state.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { reviewOf } from './reviewed.ts';

/**
 * The rows of the database are what the oracle would keep: lines, memberships, groups and friendships
 * (SIM-17).
 */
export const rowsChecker: Checker = {
  name: 'rows are as the oracle says',
  end: (world) => {
    const { oracle } = reviewOf(world);
    // The announcements are not a chat with seats.
    const chats = [...oracle.chats.values()].filter(({ name }) => name !== 'notice');
    const groups = chats.flatMap(({ name, group, seats }) =>
      group
        ? [
            group.over
              ? groupKept(name, '', null, NEW_GROUP)
              : groupKept(name, group.title, ownerAmong(seats), group.setting),
          ]
        : [],
    );
    return [
      ...compared('messages', messagesOf(world), chats.flatMap(linesKept)),
      ...compared('members', membersOf(world), chats.flatMap(seatsKept)),
      ...compared('groups', groupsOf(world), groups),
      ...compared(
        'group_lines',
        happeningsOf(world),
        chats.flatMap(({ name, group }) => (group?.happenings ?? []).map((one) => happeningKept(name, one))),
      ),
      ...compared(
        'group_calls',
        callsOf(world),
        chats.flatMap(({ name, call }) => (call ? [callKept(name, call)] : [])),
      ),
      ...compared('records of calls', callRecordsOf(world), chats.flatMap(recordsKept)),
      ...compared('friends', friendsOf(world), tiesKept(oracle)),
    ];
  },
};

/** Kinds whose text a user wrote: the server names files as it likes. */
const WITH_WORDS: ReadonlySet<unknown> = new Set(['text', 'location', 'contact', 'event', 'webrtc']);

function compared(table: string, rows: readonly string[], expected: readonly string[]): readonly string[] {
  const [here, there] = [new Set(rows), new Set(expected)];
  const missing = expected.filter((one) => !here.has(one)).map((one) => `${table} should have ${one}`);
  return [
    ...missing,
    ...rows.filter((one) => !there.has(one)).map((one) => `${table} has ${one}, the oracle does not`),
  ];
}

const messagesOf = ({ store }: World): readonly string[] =>
  store
    .rows('messages')
    .filter(({ stream }) => stream !== 'notice')
    .map((row) =>
      lineKept({
        chat: String(row['stream']),
        n: Number(row['n']),
        row: Number(row['msg_id']),
        id: row['type'] === 'event' ? '' : String(row['id']),
        by: Number(row['from_user']),
        kind: String(row['type']),
        words: WITH_WORDS.has(row['type']) ? String(row['content']) : '',
        marked: row['type'] === 'text' && row['recalled'] !== 1 && hasMark(row['extra']),
        at: JSON.parse(String(row['at'])) as number[],
        apart: [],
        recalled: row['recalled'] === 1,
        // The quoted row is a number that stays in its row and is sent to no client.
        quotes: row['pid'] === null || row['recalled'] === 1 ? null : { row: Number(row['pid']) },
      }),
    );

/** Markup of a text; captions of files are not checked here. */
const hasMark = (extra: unknown): boolean =>
  typeof extra === 'string' && (JSON.parse(extra) as { format?: string }).format === 'md';

/**
 * A member who has not read the cleared messages is at their end, with no own messages after it (COUNT-10).
 */
function membersOf({ store }: World): readonly string[] {
  const lines = new Map(store.rows('streams').map((row) => [row['stream'], Number(row['cleared'])]));
  return store
    .rows('members')
    .filter((row) => row['until_seq'] === null)
    .map((row) => {
      const cleared = lines.get(row['stream']) ?? 0;
      return seatKept(String(row['stream']), Number(row['user_id']), {
        role: Number(row['role']) as OracleRole,
        since: Number(row['from_n']),
        readTo: Math.max(Number(row['mark']), cleared),
        mentionsReadTo: Math.max(Number(row['mention_mark']), cleared),
        own: Number(row['mark']) < cleared ? 0 : Number(row['own']),
        hiddenTo: Number(row['hidden_to']),
        pinned: row['is_top'] === 1,
        notified: row['is_notice'] === 1,
        atOnly: row['at_only'] === 1,
        quietUntilMs: row['quiet_until'] === null ? null : Number(row['quiet_until']),
        archived: row['archived_to'] !== null,
        marked: row['is_marked'] === 1 && (row['marked_from'] === null || Number(row['marked_from'])),
        mutedUntilSec: Number(row['muted_until_sec']),
      });
    });
}

/** The records of calls whose line is still there. */
const recordsKept = ({ name, lines, callRecords }: OracleChat): readonly string[] =>
  [...callRecords].flatMap(([row, text]) =>
    lines.some((line) => line.row === row && !line.isDeleted) ? [`${name} (${row}) ${text}`] : [],
  );

const callRecordsOf = ({ store }: World): readonly string[] =>
  store.rows('messages').flatMap((row) => {
    const note = JSON.parse(typeof row['note'] === 'string' ? row['note'] : 'null') as
      | { note: 'groupCall'; startedAtMs: number; durationSec: number; users: number[] }
      | { note: '' }
      | null;
    if (note?.note !== 'groupCall') return [];
    const text = callRecord({ ...note, startedMs: note.startedAtMs });
    return [`${String(row['stream'])} (${Number(row['msg_id'])}) ${text}`];
  });

const callsOf = ({ store }: World): readonly string[] => {
  const devices = store.rows('group_call_devices');
  return store.rows('group_calls').map((row) =>
    callKept(String(row['stream']), {
      id: String(row['id']),
      startedBy: Number(row['started_by']),
      startedMs: 0,
      users: new Set(JSON.parse(String(row['users'])) as number[]),
      removed: new Set(JSON.parse(String(row['removed'])) as number[]),
      devices: new Map(
        devices
          .filter(({ stream }) => stream === row['stream'])
          .map((one) => [
            String(one['device']),
            { user: Number(one['user_id']), hand: Number(one['is_hand_raised']) === 1 },
          ]),
      ),
    }),
  );
};

const ownerAmong = (seats: OracleChat['seats']): number =>
  [...seats].find(([, seat]) => seat.here && seat.role === ROLE.owner)?.[0] ?? 0;

const groupsOf = ({ store }: World): readonly string[] =>
  store
    .rows('groups')
    .map((row) =>
      groupKept(
        `group-${Number(row['id'])}`,
        String(row['name']),
        row['ended'] === 1 ? null : Number(row['owner']),
        { ...NEW_GROUP, ...(JSON.parse(String(row['setting'])) as Partial<Setting>) },
      ),
    );

/** A group's description and permissions; `owner` null: it is dissolved. */
const groupKept = (name: string, title: string, owner: number | null, setting: Setting): string =>
  [
    `${name} "${title}" ${owner === null ? 'over' : `of ${owner}`}`,
    ...SETTING_NAMES.map((setName) => `${setName} ${JSON.stringify(setting[setName])}`),
  ].join(' ');

/** Sent to users who read the chat (GROUP-27). */
const happeningsOf = ({ store }: World): readonly string[] =>
  store.rows('group_lines').flatMap((row) => {
    const facts = JSON.parse(String(row['facts'])) as LineFacts;
    const [after, by] = [Number(row['after_n']), facts.by];
    return wordsOf(facts).map((what) => happeningKept(String(row['stream']), { after, by, what }));
  });

interface LineFacts {
  readonly kind: string;
  readonly by: number;
  readonly user?: number;
  readonly name?: string;
  readonly role?: number;
  readonly untilSec?: number;
  readonly now?: Partial<Setting>;
}

function wordsOf({ kind, by, user, name, role, untilSec, now = {} }: LineFacts): readonly string[] {
  switch (kind) {
    case 'removed':
      return [user === by ? 'left' : `removed ${user}`];
    case 'rename':
      return [`renamed ${name}`];
    case 'manager':
      return [`${role === ROLE.manager ? 'manager' : 'noManager'} ${user}`];
    case 'muted':
      return [`${untilSec === 0 ? 'heard' : 'silenced'} ${user}`];
    case 'groupSetting':
      return Object.entries(now).map(([setName, value]) => `${setName} ${value}`);
    default:
      return [`${kind} ${user}`];
  }
}

const friendsOf = ({ store }: World): readonly string[] =>
  store
    .rows('friends')
    .filter(({ status }) => Number(status) > 0)
    .map(
      (row) =>
        `${Number(row['creator'])}>${Number(row['friend'])} ${row['status'] === 1 ? 'friends' : 'asked'} "${String(row['nickname'])}"`,
    );

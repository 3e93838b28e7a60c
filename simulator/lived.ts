import { REACHED } from './users/reached.ts';
import type { Reached } from './users/reached.ts';

const words = (kind: string, text = ''): readonly string[] => text.split(' ').filter((name) => name !== '').map((name) => `${kind}: ${name}`);
const list = (kind: string, names: readonly string[] = []): readonly string[] => names.map((name) => `${kind}: ${name}`);

const namesOf = ({ calls, events, frames, refusals, settings, jobs, commands }: Reached): readonly string[] => [
  ...list('call', calls), ...words('event', events), ...words('frame', frames), ...words('refusal', refusals), ...words('setting', settings), ...words('job', jobs), ...list('command', commands),
];

/** What people and servers of some World reach of the product: within 1,000 seeds of their subjects all of it (SIM-26). */
export const LIVED: readonly string[] = Object.values(REACHED).flatMap(namesOf);

/** What cannot be in the World, why, and the test that covers it. */
interface Elsewhere {
  readonly names: readonly string[];
  readonly why: string;
  readonly test: string;
}

export const ELSEWHERE: readonly Elsewhere[] = [
  {
    names: words('frame', 'isOnline offline isRead atMsgList setNotice'),
    why: 'Said to clients of the plain contract alone, and the devices here are all of ours.',
    test: 'tests/server/plain-clients.test.ts',
  },
  { names: words('refusal', 'readOnly'), why: 'A database in memory never turns read-only under a running server.', test: 'tests/server/on-postgres.pg.test.ts' },
  { names: words('refusal', 'emojiMany momentFull'), why: 'Five hundred of one kind of a single person cost more than a World may.', test: 'tests/server/limits.test.ts' },
  { names: words('refusal', 'notTheirFriend'), why: 'Friendships end for both at once, so that no door leads to this one.', test: 'tests/server/conversations.test.ts' },
  { names: words('refusal', 'muteTime'), why: 'The schema of the call takes no other times, so it is refused as a field.', test: 'tests/server/group-rule.test.ts' },
  {
    names: words('setting', 'PORT HOST DATA_DIR TRUST_PROXY METRICS_TOKEN SMTP_URL SMTP_FROM PUSH_SUBJECT PUSH_PRIVATE'),
    why: 'Settings of the process around a node, of which a World has none.',
    test: 'tests/server/start.test.ts',
  },
  { names: words('setting', 'PRESENCE_GRACE'), why: 'The oracle of who is online knows one time of grace, the usual one.', test: 'tests/server/presence.test.ts' },
  { names: words('setting', 'DATABASE_URL'), why: 'The World has the embedded engine; the other one is a process of its own.', test: 'tests/server/on-postgres.pg.test.ts' },
  { names: words('setting', 'REDIS_URL'), why: 'Nodes of a World speak over a bus in memory.', test: 'tests/server/redis-bus.redis.test.ts' },
  { names: words('command', 'backup restore'), why: 'A copy is made of a file, and the database of a World is none.', test: 'tests/server/backup.test.ts' },
  { names: words('command', 'move'), why: 'It leads from one engine to another, and a World has one.', test: 'tests/server/move.pg.test.ts' },
];

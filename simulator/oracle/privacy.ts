import { ROLE, type OraclePrivacy } from './actions.ts';
import type { Oracle } from './oracle.ts';

/** The initial privacy settings. */
const AT_FIRST: OraclePrivacy = {
  typing: true,
  seen: 'friends',
  read: true,
  adds: 'all',
  calls: 'all',
  found: 'all',
  forwards: 'all',
};

/** Returns true if a user, already known to be a friend, allows being added to a group. */
export const mayBeAdded = (oracle: Oracle, me: number, other: number): boolean =>
  privacyIn(oracle, other).adds !== 'none' && !oracle.blocked.areApart(other, me);

/** Members of a shared chat, friends or requesters, and users whom a search finds (FRIEND-10). */
export function isSeenBy(oracle: Oracle, me: number, other: number): boolean {
  if (me === other || oracle.rules.closed || oracle.tie(me, other) || oracle.tie(other, me)) return true;
  if (oracle.blocked.has(me, other)) return true;
  const meet = [...oracle.chats.keys()].some(
    (chat) => chat !== 'notice' && oracle.seat(me, chat) && oracle.seat(other, chat),
  );
  if (meet) return true;
  const isHere = oracle.people.has(other) && oracle.people.get(other)?.away !== true;
  return isHere && privacyIn(oracle, other).found === 'all';
}

/**
 * The users that a user finds by name, in the order in which they registered: those who let them, and none
 * across a block; without a directory only those near them (DIR-4).
 */
export function expectedListed(
  oracle: Oracle,
  me: number,
  words: string,
  isOn = oracle.rules.listing,
): readonly number[] {
  const nearIds = isOn ? null : idsNear(oracle, me);
  return [...oracle.people.values()]
    .filter(({ id, away, name }) => {
      const { found } = privacyIn(oracle, id);
      const lets = found === 'all' || (found === 'friends' && oracle.areFriends(me, id));
      const isNamedSo = name.toLowerCase().includes(words.trim().toLowerCase());
      return id !== me && away !== true && lets && isNamedSo && !oracle.blocked.areApart(me, id);
    })
    .map(({ id }) => id)
    .filter((id) => nearIds === null || nearIds.has(id))
    .toSorted((a, b) => a - b);
}

/** Friends, their friends, and the members of groups that this user leads: other groups close profiles. */
function idsNear(oracle: Oracle, me: number): ReadonlySet<number> {
  const all = [...oracle.people.keys()];
  const friends = all.filter((id) => oracle.areFriends(me, id));
  const theirs = all.filter((id) => friends.some((friend) => oracle.areFriends(friend, id)));
  const led = [...oracle.chats.values()]
    .filter(({ name, group }) => group && (oracle.seat(me, name)?.role ?? ROLE.member) < ROLE.member)
    .flatMap(({ name }) => oracle.present(name));
  return new Set([...friends, ...theirs, ...led]);
}

export const privacyIn = (oracle: Oracle, person: number): OraclePrivacy =>
  oracle.people.get(person)?.privacy ?? AT_FIRST;

/** Returns true if last seen may be shown: both must share it with each other. */
export function expectedSeenShared(oracle: Oracle, me: number, other: number): boolean {
  const know =
    oracle.areFriends(me, other) ||
    [oracle.rules, ...oracle.before.map((one) => one.rules)].some(({ closed }) => closed);
  const isShared = (person: number): boolean => {
    const { seen } = privacyIn(oracle, person);
    return seen === 'all' || (seen === 'friends' && know);
  };
  const isApart = oracle.blocked.areApart(me, other);
  return !isApart && isShared(me) && isShared(other);
}

/** Returns true if this reader may be reported to the author of a line. */
export function expectedReader(oracle: Oracle, me: number, id: string, reader: number): boolean {
  const line = [...oracle.lines.values()].find((one) => one.id === id);
  const seat = line && oracle.seat(reader, line.chat);
  if (!line || !seat || line.by !== me || reader === me || !oracle.chats.get(line.chat)?.group) return false;
  const tell = [me, reader].every((one) => privacyIn(oracle, one).read);
  return tell && !oracle.blocked.areApart(me, reader) && seat.since < line.n && seat.readTo >= line.n;
}

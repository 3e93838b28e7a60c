import { ROLE } from '../actions.ts';
import type { Oracle } from '../oracle.ts';
import { expectedListed, isSeenBy } from '../privacy.ts';
import type { Recorded } from './recorded.ts';

/** A requested part of a list. */
export interface AskedPart {
  readonly page: number;
  readonly limit: number;
}

export const partOf = <T>(list: readonly T[], { page, limit }: AskedPart): readonly T[] =>
  list.slice((page - 1) * limit, page * limit);

export const nameOf = ({ people }: Oracle, id: number): string => people.get(id)?.name ?? '';

/** The name a user sees for another: their own name for them, or the other's real name. */
export const nameFor = (oracle: Oracle, me: number, other: number): string => {
  const tie = oracle.tie(me, other);
  return (tie?.state === 'friends' && tie.remark) || nameOf(oracle, other);
};

/** Returns true if all users of the server know each other; null if a node may not know yet. */
export const expectedClosed = ({ rules, before }: Oracle): boolean | null =>
  before.every((one) => one.rules.closed === rules.closed) ? rules.closed : null;

/**
 * Returns true if a user may end their account: never the first account, and never on a demonstration server.
 */
export function expectedMayGo({ people, rules, before }: Oracle, me: number): boolean | null {
  if (people.get(me)?.first === true) return false;
  return before.every((one) => one.rules.demo === rules.demo) ? !rules.demo : null;
}

/** One of the lists of friend requests, newest first. */
export function expectedRequests(
  oracle: Oracle,
  recorded: Recorded,
  { me, isMine, ...part }: AskedPart & { readonly me: number; readonly isMine: boolean },
) {
  const all = recorded
    .requests(oracle)
    ?.filter(({ by, to }) => (isMine ? by === me : to === me && !oracle.blocked.has(me, by)));
  if (all === undefined) return null;
  const rows = partOf(all, part).map(({ id, by, to, state }) => {
    const status = { waits: 2, friends: 1, refused: 0 }[state];
    const remark = state === 'friends' ? (oracle.tie(by, to)?.remark ?? '') : '';
    return { id, by, to, status, remark, names: [nameOf(oracle, by), nameOf(oracle, to)] };
  });
  return { rows, count: all.length };
}

/** How many wait for an answer. */
export const expectedWaiting = (oracle: Oracle, recorded: Recorded, me: number): number | null =>
  recorded
    .requests(oracle)
    ?.filter(({ by, to, state }) => to === me && state === 'waits' && !oracle.blocked.has(me, by)).length ??
  null;

/** A page of the directory, and the user behind whom the next one begins; 0: it was the last. */
export function expectedNames(
  oracle: Oracle,
  { me, words, after, limit }: { me: number; words: string; after: number; limit: number },
) {
  const ids = expectedListed(oracle, me, words).filter((id) => id > after);
  const list = ids.slice(0, limit);
  return {
    list: list.map((id) => ({
      id,
      name: nameOf(oracle, id),
      displayName: nameFor(oracle, me, id),
      isFriend: oracle.tie(me, id)?.state === 'friends',
    })),
    next: ids.length > limit ? (list.at(-1) ?? 0) : 0,
  };
}

/** The details of a user shown to those who may see them (FRIEND-10, FRIEND-11). */
export function expectedPerson(oracle: Oracle, me: number, id: number) {
  const person = oracle.people.get(id);
  if (!person) return null;
  const { staff = false, away = false, leaving } = person;
  // While an account ends, its name disappears at an unknown moment.
  if (leaving !== undefined || !isSeenBy(oracle, me, id)) return null;
  const isVisible = id === me || oracle.people.get(me)?.staff === true;
  return {
    id,
    name: person.name,
    displayName: id === me ? person.name : nameFor(oracle, me, id),
    isStaff: isVisible && staff,
    mayComeIn: !isVisible || !away,
    isFriend: id !== me && oracle.tie(me, id)?.state === 'friends',
    privacy: id === me ? (person.privacy ?? null) : null,
  };
}

/** Candidates for a new group, or the members of an existing one. */
export function expectedChoices(
  oracle: Oracle,
  { me, chat, listedIds }: { me: number; chat: string | null; listedIds: readonly number[] },
) {
  const closed = expectedClosed(oracle);
  if (closed === null || (chat !== null && !oracle.seat(me, chat))) return null;
  const all = [...oracle.people.keys()];
  const theirs =
    chat !== null
      ? oracle.present(chat).filter((id) => oracle.seat(id, chat)?.role !== ROLE.owner)
      : all.filter((id) => id !== me && (closed || oracle.tie(me, id)?.state === 'friends'));
  return theirs
    .filter((id) => oracle.people.get(id)?.away !== true)
    .toSorted((a, b) => a - b)
    .map((id) => ({ id, displayName: nameFor(oracle, me, id), isNamed: listedIds.includes(id) }));
}

/** Users blocked by one user, the newest first; null while one of their accounts is ending. */
export function expectedBlocked(oracle: Oracle, me: number) {
  const people = oracle.blocked.of(me);
  if (people.some((id) => oracle.people.get(id)?.leaving !== undefined)) return null;
  return people.map((id) => ({ id, displayName: nameFor(oracle, me, id) }));
}

import { ROLE } from '../actions.ts';
import type { Oracle } from '../oracle.ts';
import { nameOf, partOf } from './people.ts';
import type { AskedPart } from './people.ts';
import type { Recorded } from './recorded.ts';

/** Members of a group: the owner, then managers, then by time of joining. */
export function expectedMembers(
  oracle: Oracle,
  recorded: Recorded,
  { me, chat, ...part }: AskedPart & { readonly me: number; readonly chat: string },
) {
  if (!oracle.seat(me, chat)) return null;
  const rows = oracle.present(chat).flatMap((id) => {
    const seat = oracle.seat(id, chat);
    const came = seat && recorded.cameIn(seat);
    return seat && came ? [{ id, seat, came }] : [];
  });
  const sorted = rows.toSorted(
    (a, b) => a.seat.role - b.seat.role || a.came.atMs - b.came.atMs || a.id - b.id,
  );
  const members = (part.limit === 0 ? sorted : partOf(sorted, part)).map(({ id, seat, came }) => ({
    id,
    role: seat.role,
    mutedUntilSec: seat.mutedUntilSec,
    inviter: came.inviter,
    name: nameOf(oracle, id),
  }));
  return { rows: members, count: rows.length };
}

/** A group as its members see it. */
export function expectedGroup(oracle: Oracle, recorded: Recorded, me: number, chat: string) {
  const seat = oracle.seat(me, chat);
  const group = oracle.chats.get(chat)?.group;
  const there = oracle.present(chat);
  const owner = there.find((id) => oracle.seat(id, chat)?.role === ROLE.owner);
  if (!seat || !group || owner === undefined) return null;
  const foundedMs = recorded.foundedAtMs(chat);
  return {
    title: group.title,
    foundedSec: foundedMs === undefined ? undefined : Math.floor(foundedMs / 1_000),
    owner,
    ownerName: nameOf(oracle, owner),
    people: there.length,
    setting: group.setting,
    role: seat.role,
    mutedUntilSec: seat.mutedUntilSec,
  };
}

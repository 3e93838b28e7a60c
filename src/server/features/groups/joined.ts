import { userStream } from '../../../domain/ids.ts';
import type { StreamId, UserId } from '../../../domain/ids.ts';
import type { EventFacts, MemberRow } from '../../../ports/store.ts';

/** A member who starts at `base` without unread messages or mentions (COUNT-7). */
export const newMember = (who: {
  readonly stream: StreamId;
  readonly user: UserId;
  readonly role: MemberRow['role'];
  readonly inviter: UserId;
  readonly base: number;
  readonly fromN: number;
  readonly n: number;
  readonly nowMs: number;
}): MemberRow => ({
  stream: who.stream,
  user: who.user,
  role: who.role,
  isTop: false,
  isNotice: true,
  fromSeq: who.base,
  untilSeq: null,
  fromN: who.fromN,
  mark: who.n,
  told: 0,
  own: 0,
  mentionMark: who.n,
  hiddenTo: 0,
  archivedTo: null,
  atOnly: false,
  quietUntilMs: null,
  isMarked: false,
  markedFrom: null,
  mutedUntilSec: 0,
  inviter: who.user === who.inviter ? null : who.inviter,
  joinedAtMs: who.nowMs,
});

/** The group in the person's own list, at that base. */
export const joinEventFor = (user: UserId, of: StreamId, base: number, n: number): [StreamId, EventFacts] => [
  userStream(user),
  { kind: 'joined', of, base, n, mark: n, via: 'group' },
];

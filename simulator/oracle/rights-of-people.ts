import type { Oracle } from './oracle.ts';
import { isSeenBy } from './privacy.ts';
import type { ReportedThing } from './actions.ts';
import { expectedMayRead } from './shown.ts';
import type { AskedOfPeople } from './subject.ts';

export function amongPeople(oracle: Oracle, me: number, request: AskedOfPeople): string | null {
  switch (request.kind) {
    case 'apply':
      return application(oracle, me, request.person);
    case 'block':
      if (request.person === me || !oracle.people.has(request.person)) return 'nobody to block';
      return isSeenBy(oracle, me, request.person) ? null : UNSEEN;
    case 'endAccount':
      return oracle.people.get(me)?.first ? 'the first one stays' : null;
    case 'report':
      return reporting(oracle, me, request.about);
    case 'unfriend':
      return oracle.tie(me, request.person)?.state === 'friends' ? null : 'no friends';
    case 'answer': {
      // A friend request between two users of whom one has blocked the other waits until the block ends.
      const application = oracle.applications.get(request.application);
      return application?.to === me && !oracle.blocked.areApart(me, application.by) ? null : 'nobody asked';
    }
    case 'withdraw':
      return oracle.applications.get(request.application)?.by === me ? null : 'nothing asked';
  }
}

/** Refused, unless they have scanned the code of that user (FRIEND-10). */
export const UNSEEN = 'not shown to them';

/** Scans of codes are not tracked here, so both answers are right. */
export const orScanned = (why: string | null): readonly (string | null)[] =>
  why === UNSEEN ? [why, null] : [why];

function application(oracle: Oracle, me: number, person: number): string | null {
  const other = oracle.people.get(person);
  if (oracle.rules.closed) return 'known without being asked';
  if (person === me || !other || other.away) return 'nobody to ask';
  if (oracle.blocked.has(me, person)) return 'blocked by themselves';
  if (oracle.tie(me, person)) return 'known or asked already';
  return isSeenBy(oracle, me, person) ? null : UNSEEN;
}

/** Reports concern only readable content of other users, written by a user. */
function reporting(oracle: Oracle, me: number, about: ReportedThing): string | null {
  switch (about.kind) {
    case 'message': {
      const line = [...oracle.lines.values()].find((one) => one.id === about.id);
      if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
      if (line.by === me) return 'their own';
      const isSaid = line.note === null && line.kind !== 'webrtc' && line.kind !== 'event';
      return isSaid && !line.recalled && line.chat !== 'notice' ? null : 'not of a kind to report';
    }
    case 'person':
      return about.person !== me && oracle.people.has(about.person) ? null : 'nobody to report';
    case 'group':
      return oracle.chats.get(about.chat)?.group && oracle.seat(me, about.chat) ? null : 'not in it';
  }
}

import type { OraclePrivacy } from './deeds.ts';
import type { Oracle } from './oracle.ts';

/** So everybody begins. */
const AT_FIRST: OraclePrivacy = { typing: true, seen: 'friends', read: true };

export const privacyIn = (oracle: Oracle, person: number): OraclePrivacy =>
  oracle.people.get(person)?.privacy ?? AT_FIRST;

/** Whether one may be told when the other was there last: both must be telling it to each other. */
export function expectedSeenTold(oracle: Oracle, me: number, other: number): boolean {
  const know =
    oracle.areFriends(me, other) ||
    [oracle.rules, ...oracle.before.map((one) => one.rules)].some(({ closed }) => closed);
  const tells = (person: number): boolean => {
    const { seen } = privacyIn(oracle, person);
    return seen === 'all' || (seen === 'friends' && know);
  };
  return tells(me) && tells(other);
}

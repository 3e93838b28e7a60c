/**
 * A short hash of the set of online users, independent of order. A server compares the client's hash with its
 * own and sends everything if they differ (PRES-3). Two sets with the same hash by chance differ at the next
 * change.
 */
export function presenceWord(users: Iterable<number>): string {
  let count = 0;
  let mixed = 0;
  for (const user of users) {
    count += 1;
    mixed ^= scattered(user);
  }
  return `${count}.${(mixed >>> 0).toString(36)}`;
}

/** Neighbouring numbers become unlike ones, so that people do not cancel each other out. */
function scattered(user: number): number {
  let bits = Math.imul(user ^ (user >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

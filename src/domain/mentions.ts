/** All members in a list of mentions; the server stores it alone, or before the users that it excludes. */
export const EVERYBODY = 0;

/** All members except users who had blocked the author (BLOCK-11): stored only, never sent. */
export const everybodyBut = (people: readonly number[]): readonly number[] => [
  EVERYBODY,
  ...people.map((id) => -id),
];

/** Checks whether all members except this user are mentioned. */
export const isLeftOut = (at: readonly number[], user: number): boolean =>
  at.length > 1 && at[0] === EVERYBODY && at.includes(-user);

/** The mentions that this user receives; null: the list for most users. */
export function mentionsFor(at: readonly number[], user: number | null): readonly number[] {
  if (at.length < 2 || at[0] !== EVERYBODY) return at;
  return user !== null && isLeftOut(at, user) ? [] : [EVERYBODY];
}

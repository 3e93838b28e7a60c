/** Everybody in a list of mentions; the server keeps it alone, or before those whom it leaves out. */
export const EVERYBODY = 0;

/** Everybody but these people, who had blocked the author (BLOCK-11): kept only, and told to nobody. */
export const everybodyBut = (people: readonly number[]): readonly number[] => [
  EVERYBODY,
  ...people.map((id) => -id),
];

/** Whether everybody is mentioned, and not this person. */
export const isLeftOut = (at: readonly number[], user: number): boolean =>
  at.length > 1 && at[0] === EVERYBODY && at.includes(-user);

/** Whom a message mentions, as this person is told; null: as most are. */
export function mentionsFor(at: readonly number[], user: number | null): readonly number[] {
  if (at.length < 2 || at[0] !== EVERYBODY) return at;
  return user !== null && isLeftOut(at, user) ? [] : [EVERYBODY];
}

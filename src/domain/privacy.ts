/** Who is told when somebody was there last (SEEN-2). */
export const SEEN_BY = ['all', 'friends', 'none'] as const;
export type SeenBy = (typeof SEEN_BY)[number];

/**
 * What a person lets others know of them beside what they say. Who does not tell is not told either
 * (TYPING-6, SEEN-2, READBY-3).
 */
export interface Privacy {
  readonly typing: boolean;
  readonly seen: SeenBy;
  /** Gives read marks. */
  readonly read: boolean;
}

export const USUAL_PRIVACY: Privacy = { typing: true, seen: 'friends', read: true };

const off = (value: unknown): boolean => value === false || value === 0;

/** As it was stored or told; whatever is missing or means nothing is as usual. */
export function privacyOf(given: unknown): Privacy {
  if (typeof given !== 'object' || given === null) return USUAL_PRIVACY;
  const { typing, seen, read } = given as Readonly<Record<string, unknown>>;
  return {
    typing: !off(typing),
    seen: SEEN_BY.find((one) => one === seen) ?? USUAL_PRIVACY.seen,
    read: !off(read),
  };
}

/** Whether two people tell each other when they were there; whoever blocks somebody does not. */
export function tellsSeen(mine: Privacy, theirs: Privacy, areFriends: boolean): boolean {
  const tells = ({ seen }: Privacy) => seen === 'all' || (seen === 'friends' && areFriends);
  return tells(mine) && tells(theirs);
}

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
  /** Who may add them to groups, call them and find them by their username (REACH-1 …). */
  readonly adds: SeenBy;
  readonly calls: SeenBy;
  readonly found: SeenBy;
}

export const REACHES = ['adds', 'calls', 'found'] as const;

export const USUAL_PRIVACY: Privacy = {
  typing: true,
  seen: 'friends',
  read: true,
  adds: 'all',
  calls: 'all',
  found: 'all',
};

const off = (value: unknown): boolean => value === false || value === 0;

/** As it was stored or told; whatever is missing or means nothing is as usual. */
export function privacyOf(given: unknown): Privacy {
  if (typeof given !== 'object' || given === null) return USUAL_PRIVACY;
  const { typing, seen, read, adds, calls, found } = given as Readonly<Record<string, unknown>>;
  return {
    typing: !off(typing),
    seen: chosen(seen, USUAL_PRIVACY.seen),
    read: !off(read),
    adds: chosen(adds, USUAL_PRIVACY.adds),
    calls: chosen(calls, USUAL_PRIVACY.calls),
    found: chosen(found, USUAL_PRIVACY.found),
  };
}

const chosen = (given: unknown, usual: SeenBy): SeenBy => SEEN_BY.find((one) => one === given) ?? usual;

/** Whether they let somebody do that: everybody, their friends, or nobody. */
export const lets = (choice: SeenBy, areFriends: boolean): boolean =>
  choice === 'all' || (choice === 'friends' && areFriends);

/** Whether two people tell each other when they were there; whoever blocks somebody does not. */
export function tellsSeen(mine: Privacy, theirs: Privacy, areFriends: boolean): boolean {
  return lets(mine.seen, areFriends) && lets(theirs.seen, areFriends);
}

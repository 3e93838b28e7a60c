/** Who sees a moment (MOMENT-2): all friends, some of them, or its author alone. */
export const MOMENT_AUDIENCES = ['friends', 'chosen', 'self'] as const;
export type MomentAudience = (typeof MOMENT_AUDIENCES)[number];

/** Users who may see the last-seen time (SEEN-2). */
export const SEEN_BY = ['all', 'friends', 'none'] as const;
export type SeenBy = (typeof SEEN_BY)[number];

/**
 * Activity that a user shares with others. It is mutual: a user who does not share it does not see it
 * (TYPING-6, SEEN-2, READBY-3).
 */
export interface Privacy {
  readonly typing: boolean;
  readonly seen: SeenBy;
  /** Gives read marks. */
  readonly read: boolean;
  /** Users who may add the user to groups, call, and find them by username (REACH-1 …). */
  readonly adds: SeenBy;
  readonly calls: SeenBy;
  readonly found: SeenBy;
  /** Users who may name the user in forwards of their messages (FORWARD-3). */
  readonly forwards: SeenBy;
}

export const REACHES = ['adds', 'calls', 'found', 'forwards'] as const;

export const USUAL_PRIVACY: Privacy = {
  typing: true,
  seen: 'friends',
  read: true,
  adds: 'all',
  calls: 'all',
  found: 'all',
  forwards: 'all',
};

const off = (value: unknown): boolean => value === false || value === 0;

/** Reads stored or received values; missing and unknown ones get the default. */
export function privacyOf(value: unknown): Privacy {
  if (typeof value !== 'object' || value === null) return USUAL_PRIVACY;
  const { typing, seen, read, adds, calls, found, forwards } = value as Readonly<Record<string, unknown>>;
  return {
    typing: !off(typing),
    seen: validChoice(seen, USUAL_PRIVACY.seen),
    read: !off(read),
    adds: validChoice(adds, USUAL_PRIVACY.adds),
    calls: validChoice(calls, USUAL_PRIVACY.calls),
    found: validChoice(found, USUAL_PRIVACY.found),
    forwards: validChoice(forwards, USUAL_PRIVACY.forwards),
  };
}

const validChoice = (value: unknown, usual: SeenBy): SeenBy => SEEN_BY.find((one) => one === value) ?? usual;

/** Checks whether the choice permits another user: all users, friends, or none. */
export const lets = (choice: SeenBy, areFriends: boolean): boolean =>
  choice === 'all' || (choice === 'friends' && areFriends);

/** Checks whether a change lets other users see or reach more than before. */
export const sharesMore = (before: Privacy, after: Privacy): boolean =>
  (after.typing && !before.typing) ||
  (after.read && !before.read) ||
  (['seen', ...REACHES] as const).some((key) => SEEN_BY.indexOf(after[key]) < SEEN_BY.indexOf(before[key]));

/** Checks whether two users see each other's last-seen time; after a block they do not. */
export function canSeeLastSeen(mine: Privacy, theirs: Privacy, areFriends: boolean): boolean {
  return lets(mine.seen, areFriends) && lets(theirs.seen, areFriends);
}

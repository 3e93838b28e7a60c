/** Reactions (REACT-2, REACT-6). */
export const reactionLimits = {
  /** Different ones of one person on a message. */
  ownMax: 3,
  /** Different ones on a message. */
  differentMax: 20,
  emojiLengthMax: 200,
  /** In groups of at least this many members, reactions to one message within this time are one event. */
  largeFrom: 20,
  gatherMs: 250,
  /** Most reactions in one write; the others wait for the next. */
  gatheredMax: 200,
  /** Messages whose reactions are combined at one time; those of others are written one by one. */
  gatheringMax: 2_000,
  /** People in one answer. */
  peoplePage: 100,
  rate: { times: 240, windowMs: 60_000 },
} as const;

import { DAY, MINUTE, SECOND } from './duration.ts';

/** Polls (POLL-1, POLL-2). */
export const pollLimits = {
  optionsMin: 2,
  optionsMax: 12,
  /** Characters of an option. */
  optionMax: 100,
  /** Characters of the question. */
  questionMax: 300,
  /** How long a poll that ends by time may last. */
  lastsMinSec: MINUTE / 1_000,
  lastsMaxSec: (366 * DAY) / 1_000,
  /** Remembered operation ids per voter, so that repeated requests are recognised. */
  opsKept: 4,
  /** Voters in one answer. */
  votersPage: 100,
  rate: { times: 240, windowMs: MINUTE },
} as const;

/** Scheduled messages and reminders (LATER-1, LATER-9). */
export const laterLimits = {
  /** Per user, waiting or failed. */
  scheduledMax: 100,
  remindersMax: 100,
  /** The nearest and the furthest time: an offered minute must still be valid when the request arrives. */
  aheadMinMs: 30 * SECOND,
  aheadMaxMs: 366 * DAY,
  /** Interval of checks for due messages, and how many of them at once. */
  lookMs: 5 * SECOND,
  batchSize: 100,
  /** A message that a limit or a setting stops now is tried again after this, then at growing intervals. */
  againMs: 10 * SECOND,
  againMaxMs: 10 * MINUTE,
  rate: { times: 240, windowMs: MINUTE },
} as const;

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

/** Threads (THREAD-1 …). */
export const threadLimits = {
  /** Answers of one page; a person may ask for fewer. */
  pageMax: 100,
  page: 40,
  rate: { times: 240, windowMs: 60_000 },
  /** Threads with stored drafts on a device: the last opened ones. */
  draftsMax: 50,
} as const;

/** The inbox (INBOX-1 …). */
export const inboxLimits = {
  /** Age of the oldest message. */
  ageMaxMs: 30 * DAY,
  /** Newest entries of one answer. */
  shownMax: 100,
  /** Entries marked as done, by name; above it, all of that time and before are done. */
  doneMax: 400,
  /** Messages that are examined for each reason: the shown ones and those that are done. */
  examinedMax: 500,
  /** The newest messages of one conversation that are examined. */
  ofChat: 2_000,
  /** Conversations that are read at once; other requests run in between. */
  chatsAtOnce: 10,
  /** The shortest time between two requests of a device. */
  reloadMs: 2 * SECOND,
  rate: { times: 60, windowMs: MINUTE },
} as const;

/** Messages that disappear (VANISH-1, VANISH-4). */
export const vanishLimits = {
  /** Timer changes of one conversation that may still have messages. */
  timersMax: 50,
  /** Interval of checks for due messages, the conversations in one, and the messages deleted at once. */
  lookMs: 10 * SECOND,
  streamsAtOnce: 100,
  messagesAtOnce: 50,
  rate: { times: 60, windowMs: MINUTE },
} as const;

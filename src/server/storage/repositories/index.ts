import type { Clock } from '../../../ports/clock.ts';
import type { Aggregates, ReadTx, WriteTx, Writing } from '../../../ports/store.ts';
import type { Executor } from '../plan.ts';
import type { TransactionFacts } from '../transaction-facts.ts';
import { auditReading, auditWriting, configReading, configWriting } from './operators.ts';
import { blockedReading, blockedWriting, usersReading, usersWriting } from './users.ts';
import { checkingReading } from './checking.ts';
import { clearingsReading, clearingsWriting, timersReading, timersWriting } from './timers.ts';
import {
  letInReading,
  letInWriting,
  codesReading,
  codesWriting,
  noticesReading,
  noticesWriting,
} from './codes.ts';
import { conversationsReading } from './conversations.ts';
import {
  dissolvingsReading,
  dissolvingsWriting,
  groupLinesReading,
  groupLinesWriting,
  groupsReading,
  groupsWriting,
} from './groups.ts';
import { entrancesReading, entrancesWriting } from './entrances.ts';
import { emojiReading, emojiWriting } from './emoji.ts';
import { erasingReading, erasingWriting } from './erasing.ts';
import { filesReading, filesWriting } from './files.ts';
import { friendsReading, friendsWriting } from './friends.ts';
import {
  accessTokensReading,
  accessTokensWriting,
  botsReading,
  botsWriting,
  programsReading,
  programsWriting,
} from './bots.ts';
import { guestsReading, guestsWriting } from './guests.ts';
import { hooksReading, hooksWriting } from './hooks.ts';
import { outgoingReading, outgoingWriting } from './outgoing.ts';
import { groupCallsReading, groupCallsWriting } from './group-calls.ts';
import { historyReading, historyWriting } from './history.ts';
import { inboxReading } from './inbox.ts';
import { invitesReading, invitesWriting } from './invites.ts';
import { preferenceReading, preferenceWriting } from './kept.ts';
import { laterReading, laterWriting } from './later.ts';
import { mailDigestsReading, mailDigestsWriting } from './mail-digests.ts';
import { membersReading, membersWriting } from './members.ts';
import { mentionsReading, mentionsWriting } from './mentions.ts';
import { messagePinsReading, messagePinsWriting } from './message-pins.ts';
import { messagesReading, messagesWriting } from './messages.ts';
import { momentsReading, momentsWriting } from './moments.ts';
import { openIdsReading, openIdsWriting } from './openids.ts';
import { overviewReading, overviewWriting } from './overview.ts';
import { passkeysReading, passkeysWriting, secondStepsReading, secondStepsWriting } from './second-steps.ts';
import { pollsReading, pollsWriting } from './polls.ts';
import { profilesReading, profilesWriting } from './profiles.ts';
import { pruneWriting } from './prune.ts';
import { pushReading, pushWriting } from './push.ts';
import { packsReading, packsWriting } from './packs.ts';
import { reactionsReading, reactionsWriting } from './reactions.ts';
import { reportsReading, reportsWriting } from './reports.ts';
import { readingMarksWriting } from './seen.ts';
import { opsReading, opsWriting, sendsReading, sendsWriting, usageReading, usageWriting } from './sends.ts';
import { streamsReading, streamsWriting, metaWriting } from './streams.ts';
import { threadsReading, threadsWriting } from './threads.ts';
import { tokensReading, tokensWriting } from './tokens.ts';
import { ledgerReading, ledgerWriting, callsReading, callsWriting, upkeepWriting } from './upkeep.ts';
import { wordsReading, wordsWriting } from './words.ts';

interface Repository<Reading, Writing> {
  readonly reading?: (sql: Executor, clock: Clock) => Reading;
  readonly writing?: (sql: Executor, moment: TransactionFacts) => Writing;
}

/** How each aggregate is read and written. */
const AGGREGATES: {
  readonly [K in keyof Aggregates]: Repository<Aggregates[K]['reading'], Aggregates[K]['writing']>;
} = {
  users: { reading: usersReading, writing: usersWriting },
  profiles: { reading: profilesReading, writing: profilesWriting },
  mailDigests: { reading: mailDigestsReading, writing: mailDigestsWriting },
  tokens: { reading: tokensReading, writing: tokensWriting },
  invites: { reading: invitesReading, writing: invitesWriting },
  letIn: { reading: letInReading, writing: letInWriting },
  codes: { reading: codesReading, writing: codesWriting },
  secondSteps: { reading: secondStepsReading, writing: secondStepsWriting },
  openIds: { reading: openIdsReading, writing: openIdsWriting },
  passkeys: { reading: passkeysReading, writing: passkeysWriting },
  bots: { reading: botsReading, writing: botsWriting },
  guests: { reading: guestsReading, writing: guestsWriting },
  packs: { reading: packsReading, writing: packsWriting },
  accessTokens: { reading: accessTokensReading, writing: accessTokensWriting },
  programs: { reading: programsReading, writing: programsWriting },
  hooks: { reading: hooksReading, writing: hooksWriting },
  outgoing: { reading: outgoingReading, writing: outgoingWriting },
  usage: { reading: usageReading, writing: usageWriting },
  config: { reading: configReading, writing: configWriting },
  friends: { reading: friendsReading, writing: friendsWriting },
  blocked: { reading: blockedReading, writing: blockedWriting },
  reports: { reading: reportsReading, writing: reportsWriting },
  audit: { reading: auditReading, writing: auditWriting },
  erasing: { reading: erasingReading, writing: erasingWriting },
  checking: { reading: checkingReading },
  overview: { reading: overviewReading, writing: overviewWriting },
  groups: { reading: groupsReading, writing: groupsWriting },
  entrances: { reading: entrancesReading, writing: entrancesWriting },
  groupLines: { reading: groupLinesReading, writing: groupLinesWriting },
  members: { reading: membersReading, writing: membersWriting },
  conversations: { reading: conversationsReading },
  clearings: { reading: clearingsReading, writing: clearingsWriting },
  dissolvings: { reading: dissolvingsReading, writing: dissolvingsWriting },
  messagePins: { reading: messagePinsReading, writing: messagePinsWriting },
  streams: {
    reading: (sql) => streamsReading(sql),
    writing: (sql, moment) => ({ ...streamsWriting(sql, moment), ...pruneWriting(sql) }),
  },
  history: { reading: (sql) => historyReading(sql), writing: historyWriting },
  messages: { reading: messagesReading, writing: messagesWriting },
  mentions: { reading: mentionsReading, writing: mentionsWriting },
  polls: { reading: pollsReading, writing: pollsWriting },
  reactions: { reading: reactionsReading, writing: reactionsWriting },
  threads: { reading: threadsReading, writing: threadsWriting },
  timers: { reading: timersReading, writing: timersWriting },
  inbox: { reading: inboxReading },
  later: { reading: laterReading, writing: laterWriting },
  preferences: { reading: preferenceReading, writing: preferenceWriting },
  notices: { reading: noticesReading, writing: noticesWriting },
  words: { reading: wordsReading, writing: wordsWriting },
  sends: { reading: sendsReading, writing: sendsWriting },
  ledger: { reading: ledgerReading, writing: ledgerWriting },
  ops: { reading: opsReading, writing: opsWriting },
  calls: { reading: callsReading, writing: callsWriting },
  groupCalls: { reading: groupCallsReading, writing: groupCallsWriting },
  files: { reading: filesReading, writing: filesWriting },
  emoji: { reading: emojiReading, writing: emojiWriting },
  moments: { reading: momentsReading, writing: momentsWriting },
  push: { reading: pushReading, writing: pushWriting },
  meta: { writing: metaWriting },
  readingMarks: { writing: readingMarksWriting },
  upkeep: { writing: upkeepWriting },
};

const repositories = Object.entries<Repository<unknown, unknown>>(AGGREGATES);

/** All repositories over one executor. */
export const readingOver = (sql: Executor, clock: Clock): ReadTx =>
  Object.fromEntries(
    repositories.flatMap(([name, { reading }]) => (reading ? [[name, reading(sql, clock)]] : [])),
  ) as ReadTx;

export const writingOver = (sql: Executor, moment: TransactionFacts): Writing =>
  Object.fromEntries(
    repositories.flatMap(([name, { writing }]) => (writing ? [[name, writing(sql, moment)]] : [])),
  ) as Writing;

/** A transaction that writes: of each aggregate what reads and what writes. */
export function commandOver(
  sql: Executor,
  moment: TransactionFacts,
  reading: ReadTx,
): Omit<WriteTx, 'nowMs'> {
  const sides: Record<string, object> = { ...reading };
  for (const [name, writes] of Object.entries<object>(writingOver(sql, moment)))
    sides[name] = { ...sides[name], ...writes };
  return sides as unknown as Omit<WriteTx, 'nowMs'>;
}

import { serverLimits } from '../../kernel/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { ReadTx, Store, YieldTurn, WriteTx, Writing } from '../../../ports/store.ts';
import { auditReading, auditWriting } from '../repositories/audit.ts';
import { checkingReading } from '../repositories/checking.ts';
import { clearingsReading, clearingsWriting } from '../repositories/clearings.ts';
import { dissolvingsReading, dissolvingsWriting } from '../repositories/dissolvings.ts';
import { codesReading, codesWriting } from '../repositories/codes.ts';
import { configReading, configWriting } from '../repositories/config.ts';
import { conversationsReading } from '../repositories/conversations.ts';
import { emojiReading, emojiWriting } from '../repositories/emoji.ts';
import { doorsReading, doorsWriting } from '../repositories/doors.ts';
import { StoreUnavailableError } from '../../kernel/store-errors.ts';
import { erasingReading, erasingWriting } from '../repositories/erasing.ts';
import { filesReading, filesWriting } from '../repositories/files.ts';
import { friendsReading, friendsWriting } from '../repositories/friends.ts';
import type { GroupCommit } from './group-commit.ts';
import { groupLinesReading, groupLinesWriting } from '../repositories/group-lines.ts';
import { groupsReading, groupsWriting } from '../repositories/groups.ts';
import { historyReading, historyWriting } from '../repositories/history.ts';
import type { Lane } from './lane.ts';
import { keptReading, keptWriting } from '../repositories/kept.ts';
import { blockedReading, blockedWriting } from '../repositories/blocked.ts';
import { reportsReading, reportsWriting } from '../repositories/reports.ts';
import { invitesReading, invitesWriting } from '../repositories/invites.ts';
import { laterReading, laterWriting } from '../repositories/later.ts';
import { membersReading, membersWriting } from '../repositories/members.ts';
import { mentionsReading, mentionsWriting } from '../repositories/mentions.ts';
import { messagesReading, messagesWriting } from '../repositories/messages.ts';
import type { TransactionFacts } from './transaction-facts.ts';
import type { Executor } from './plan.ts';
import { momentsReading, momentsWriting } from '../repositories/moments.ts';
import { openIdsReading, openIdsWriting } from '../repositories/openids.ts';
import { overviewReading, overviewWriting } from '../repositories/overview.ts';
import { passkeysReading, passkeysWriting } from '../repositories/passkeys.ts';
import { pollsReading, pollsWriting } from '../repositories/polls.ts';
import { reactionsReading, reactionsWriting } from '../repositories/reactions.ts';
import { threadsReading, threadsWriting } from '../repositories/threads.ts';
import { timersReading, timersWriting } from '../repositories/timers.ts';
import { secondStepsReading, secondStepsWriting } from '../repositories/second-steps.ts';
import { seenWriting } from '../repositories/seen.ts';
import { spentReading, spentWriting } from '../repositories/spent.ts';
import { profilesReading, profilesWriting } from '../repositories/profiles.ts';
import { pruneWriting } from '../repositories/prune.ts';
import { pushReading, pushWriting } from '../repositories/push.ts';
import { sendsReading, sendsWriting } from '../repositories/sends.ts';
import { metaWriting, streamsReading, streamsWriting } from '../repositories/streams.ts';
import { messagePinsReading, messagePinsWriting } from '../repositories/message-pins.ts';
import { upkeepReading, upkeepWriting } from '../repositories/upkeep.ts';
import { tokensReading, tokensWriting } from '../repositories/tokens.ts';
import { wordsReading, wordsWriting } from '../repositories/words.ts';
import { usersReading, usersWriting } from '../repositories/users.ts';

/** All repositories over one executor. */
export const readingOver = (sql: Executor, clock: Clock): ReadTx => ({
  users: usersReading(sql),
  ...tokensReading(sql),
  invites: invitesReading(sql),
  secondSteps: secondStepsReading(sql),
  openIds: openIdsReading(sql),
  passkeys: passkeysReading(sql),
  ...codesReading(sql),
  moments: momentsReading(sql),
  config: configReading(sql),
  profiles: profilesReading(sql),
  spent: spentReading(sql),
  friends: friendsReading(sql),
  groups: groupsReading(sql),
  members: membersReading(sql),
  doors: doorsReading(sql, clock),
  groupLines: groupLinesReading(sql),
  conversations: conversationsReading(sql),
  streams: streamsReading(sql),
  messages: messagesReading(sql),
  clearings: clearingsReading(sql),
  dissolvings: dissolvingsReading(sql),
  messagePins: messagePinsReading(sql),
  mentions: mentionsReading(sql),
  polls: pollsReading(sql),
  reactions: reactionsReading(sql),
  threads: threadsReading(sql),
  timers: timersReading(sql),
  later: laterReading(sql),
  kept: keptReading(sql),
  blocked: blockedReading(sql),
  reports: reportsReading(sql),
  audit: auditReading(sql),
  erasing: erasingReading(sql),
  checking: checkingReading(sql),
  overview: overviewReading(sql),
  files: filesReading(sql),
  emoji: emojiReading(sql),
  ...sendsReading(sql, clock),
  ...upkeepReading(sql),
  push: pushReading(sql),
  words: wordsReading(sql),
  history: historyReading(sql),
});

export const writingOver = (sql: Executor, moment: TransactionFacts): Writing => ({
  users: usersWriting(sql),
  profiles: profilesWriting(sql, moment),
  ...tokensWriting(sql),
  invites: invitesWriting(sql, moment),
  secondSteps: secondStepsWriting(sql),
  openIds: openIdsWriting(sql, moment),
  passkeys: passkeysWriting(sql, moment),
  ...codesWriting(sql, moment),
  spent: spentWriting(sql, moment),
  config: configWriting(sql),
  friends: friendsWriting(sql),
  groups: groupsWriting(sql),
  doors: doorsWriting(sql, moment),
  groupLines: groupLinesWriting(sql),
  members: membersWriting(sql),
  clearings: clearingsWriting(sql),
  dissolvings: dissolvingsWriting(sql),
  messagePins: messagePinsWriting(sql),
  streams: { ...streamsWriting(sql, moment), ...pruneWriting(sql) },
  history: historyWriting(sql, moment),
  meta: metaWriting(sql, moment),
  messages: messagesWriting(sql),
  mentions: mentionsWriting(sql),
  polls: pollsWriting(sql),
  reactions: reactionsWriting(sql),
  threads: threadsWriting(sql),
  timers: timersWriting(sql),
  later: laterWriting(sql),
  kept: keptWriting(sql),
  blocked: blockedWriting(sql),
  reports: reportsWriting(sql),
  audit: auditWriting(sql),
  erasing: erasingWriting(sql),
  overview: overviewWriting(sql),
  seen: seenWriting(sql),
  words: wordsWriting(sql),
  ...sendsWriting(sql, moment),
  ...upkeepWriting(sql, moment),
  files: filesWriting(sql),
  emoji: emojiWriting(sql),
  moments: momentsWriting(sql),
  push: pushWriting(sql, moment),
});

/** A transaction that writes: of each aggregate what reads and what writes. */
export function commandOver(
  sql: Executor,
  moment: TransactionFacts,
  reading: ReadTx,
): Omit<WriteTx, 'nowMs'> {
  const writing = writingOver(sql, moment);
  return {
    ...reading,
    users: { ...reading.users, ...writing.users },
    profiles: { ...reading.profiles, ...writing.profiles },
    tokens: { ...reading.tokens, ...writing.tokens },
    invites: { ...reading.invites, ...writing.invites },
    letIn: { ...reading.letIn, ...writing.letIn },
    codes: { ...reading.codes, ...writing.codes },
    secondSteps: { ...reading.secondSteps, ...writing.secondSteps },
    openIds: { ...reading.openIds, ...writing.openIds },
    passkeys: { ...reading.passkeys, ...writing.passkeys },
    spent: { ...reading.spent, ...writing.spent },
    config: { ...reading.config, ...writing.config },
    friends: { ...reading.friends, ...writing.friends },
    groups: { ...reading.groups, ...writing.groups },
    doors: { ...reading.doors, ...writing.doors },
    groupLines: { ...reading.groupLines, ...writing.groupLines },
    members: { ...reading.members, ...writing.members },
    clearings: { ...reading.clearings, ...writing.clearings },
    dissolvings: { ...reading.dissolvings, ...writing.dissolvings },
    messagePins: { ...reading.messagePins, ...writing.messagePins },
    streams: { ...reading.streams, ...writing.streams },
    history: { ...reading.history, ...writing.history },
    meta: writing.meta,
    messages: { ...reading.messages, ...writing.messages },
    mentions: { ...reading.mentions, ...writing.mentions },
    polls: { ...reading.polls, ...writing.polls },
    reactions: { ...reading.reactions, ...writing.reactions },
    threads: { ...reading.threads, ...writing.threads },
    timers: { ...reading.timers, ...writing.timers },
    later: { ...reading.later, ...writing.later },
    kept: { ...reading.kept, ...writing.kept },
    blocked: { ...reading.blocked, ...writing.blocked },
    reports: { ...reading.reports, ...writing.reports },
    audit: { ...reading.audit, ...writing.audit },
    erasing: { ...reading.erasing, ...writing.erasing },
    overview: { ...reading.overview, ...writing.overview },
    seen: writing.seen,
    notices: { ...reading.notices, ...writing.notices },
    words: { ...reading.words, ...writing.words },
    sends: { ...reading.sends, ...writing.sends },
    ledger: { ...reading.ledger, ...writing.ledger },
    ops: { ...reading.ops, ...writing.ops },
    upkeep: writing.upkeep,
    calls: { ...reading.calls, ...writing.calls },
    files: { ...reading.files, ...writing.files },
    emoji: { ...reading.emoji, ...writing.emoji },
    moments: { ...reading.moments, ...writing.moments },
    push: { ...reading.push, ...writing.push },
  };
}

/** How one engine reads, and how it ends. */
export interface ReadSide {
  readonly lane: Lane;
  readonly tx: ReadTx;
  readonly begin: () => void;
  readonly end: () => void;
}

export class SqlStore implements Store {
  private closing: Promise<void> | null = null;

  constructor(
    private readonly group: GroupCommit<WriteTx>,
    private readonly reading: ReadSide,
    private readonly shut: () => Promise<void>,
    readonly rest: () => void,
    private readonly endOfTurn: (run: () => void) => void = queueMicrotask,
    /** Additional connections for long reads: later ones continue on the first one. */
    private readonly long: readonly ReadSide[] = [],
    readonly fillStep?: Store['fillStep'],
    readonly cleanStep?: Store['cleanStep'],
  ) {}

  turn(): Promise<void> {
    return new Promise((done) => this.endOfTurn(done));
  }

  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T> {
    if (this.closing) return Promise.reject(new StoreUnavailableError('the store is closed'));
    return this.group.add(work);
  }

  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T> {
    return this.by(this.reading, work);
  }

  readLong<T>(work: (tx: ReadTx, turn: YieldTurn) => Promise<T>): Promise<T> {
    const [first = this.reading, ...others] = this.long;
    const free = others.reduce((best, one) => (one.lane.load < best.lane.load ? one : best), first);
    // A single connection allows no other reader anyway.
    return this.by(free, (tx) =>
      work(tx, free === this.reading ? () => Promise.resolve() : () => this.turn()),
    );
  }

  private async by<T>({ lane, tx, begin, end }: ReadSide, work: (tx: ReadTx) => Promise<T>): Promise<T> {
    if (this.closing) throw new StoreUnavailableError('the store is closed');
    await lane.enter(serverLimits.storeWaitMs);
    try {
      begin();
      return await work(tx);
    } finally {
      try {
        end();
      } finally {
        lane.leave();
      }
    }
  }

  epoch(): Promise<string> {
    return this.read((tx) => tx.history.epoch());
  }

  waitedMs(): number {
    return Math.max(this.group.waitMs, this.reading.lane.waitedMs);
  }

  waiting(): number {
    return this.group.waiting + this.reading.lane.length;
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }
}

import { countsAsOwn } from '../oracle/blocked.ts';
import { Called } from '../oracle/called.ts';
import type { Action, LeavingAction } from '../oracle/actions.ts';
import { quietBecause } from '../oracle/effects.ts';
import { wrongDevices } from '../oracle/group-calls.ts';
import { isLeavingAction, isReportAction } from '../oracle/actions.ts';
import { isErasedWithAccount, notLeftBy } from '../oracle/leaving.ts';
import { Oracle } from '../oracle/oracle.ts';
import { isMarkShared, isOwnMark } from '../oracle/own-marks.ts';
import { refusedUnder } from '../oracle/rights.ts';
import type { AskedAct } from '../oracle/subject.ts';
import { isOfSubject, requestOfSubject } from '../oracle/subjects.ts';
import { partners } from '../oracle/state.ts';
import { staysBecause } from '../oracle/vanish.ts';
import { Answers } from './answers.ts';
import { actionsOf } from './action-of.ts';
import { Entries } from './entries.ts';
import { emojiAction } from './own-of.ts';
import { Glimpses } from './glimpses.ts';
import { RequestReview, TypingReview } from './notified.ts';
import { programFaults, programNeeds } from './programs-of.ts';
import { Rates } from './rates.ts';
import { Reads } from './reads.ts';
import { Requests } from './requests.ts';
import { askingsOf } from './asking-of.ts';
import type { Asking } from './asking-of.ts';
import type { Recorder } from './recorder.ts';
import type { Ran, RecordedRequest } from './recorded.ts';

/** A refusal without a justification so far. */
interface Doubtful {
  readonly request: RecordedRequest;
  readonly asking: Asking;
}

interface Counted {
  readonly mark: number;
  readonly own: number;
  readonly count: number;
}

/**
 * Replays a run, as far as it has come. The oracle executes each command in commit order, if it was requested
 * and allowed at that moment; each refusal must be right, and everything returned for reading must be
 * readable for the caller, at some moment between the arrival of the request and its answer.
 */
export class Review {
  readonly oracle = new Oracle();
  readonly book = new Book();
  readonly nameHistory = new Called();
  readonly faults: string[] = [];
  readonly #requests: Requests;
  readonly #rates: Rates;
  readonly #reads: Reads;
  readonly #answers: Answers;
  readonly #glimpses: Glimpses;
  readonly #entries: Entries;
  readonly #typings: TypingReview;
  readonly #joinRequests: RequestReview;
  #doubtful: Doubtful[] = [];
  #requestIndex = 0;
  #ranSeen = 0;
  readonly #digest: (text: string) => string;

  constructor(
    private readonly recorder: Recorder,
    people: readonly {
      readonly id: number;
      readonly name: string;
      readonly staff?: boolean;
      readonly first?: boolean;
    }[],
    digest: (text: string) => string,
  ) {
    this.#digest = digest;
    for (const person of people) this.oracle.meet(person);
    this.#requests = new Requests(digest);
    this.#rates = new Rates(this.faults);
    this.#reads = new Reads(this.oracle, this.faults);
    this.#answers = new Answers(this.oracle, this.faults);
    this.#glimpses = new Glimpses(this.oracle, this.faults);
    this.#entries = new Entries(this.faults, digest);
    this.#typings = new TypingReview(recorder.typings, this.oracle, this.faults);
    this.#joinRequests = new RequestReview(recorder.joinRequests, this.oracle, this.faults);
  }

  /** Up to now, which must be a rest: no node has a request before it that it will still answer. */
  advance(): this {
    const { requests, ran } = this.recorder;
    const fresh = requests.slice(this.#requestIndex);
    this.#requestIndex = requests.length;
    for (const one of fresh) {
      this.#requests.learn(one);
      this.#rates.receive(one);
    }
    this.#answers.learn(fresh);
    const refused = refusals(fresh);
    const read = fresh.filter((one) => one.answer !== null);
    for (; this.#ranSeen < ran.length; this.#ranSeen += 1) {
      const at = this.#ranSeen;
      while (refused[0] && refused[0].request.from <= at) this.#doubtful.push(refused.shift() as Doubtful);
      while (read[0] && read[0].from <= at) this.#receive(read.shift() as RecordedRequest);
      this.#doubtful = stillDoubtful(this.oracle, this.#doubtful, at, this.faults);
      this.#reads.look(at);
      this.#answers.look(at);
      this.#glimpses.look(at);
      this.#entries.look(at);
      this.#typings.look(at, ran[at]?.atMs ?? 0);
      this.#joinRequests.look(at, ran[at]?.atMs ?? 0);
      this.#apply(at);
    }
    for (const one of read) this.#receive(one);
    this.#reads.look(Number.POSITIVE_INFINITY);
    this.#answers.look(Number.POSITIVE_INFINITY);
    this.#glimpses.look(Number.POSITIVE_INFINITY);
    this.#entries.look(Number.POSITIVE_INFINITY);
    this.#typings.look(Number.POSITIVE_INFINITY, this.recorder.elapsedMs());
    this.#joinRequests.look(Number.POSITIVE_INFINITY, this.recorder.joinRequests.at(-1)?.atMs ?? 0);
    stillDoubtful(this.oracle, [...this.#doubtful, ...refused], Number.POSITIVE_INFINITY, this.faults);
    this.#doubtful = [];
    this.#rates.look();
    return this;
  }

  #receive(read: RecordedRequest): void {
    this.#reads.receive(read);
    this.#glimpses.receive(read);
    this.#entries.receive(read, programNeeds(this.oracle, read, this.#digest));
  }

  #apply(at: number): void {
    const { oracle, faults } = this;
    const ran = this.recorder.ran[at];
    if (ran?.state !== 'kept') return;
    oracle.elapsedMs = ran.atMs ?? 0;
    this.#entries.apply(ran);
    if (ran.config) this.#rates.ruled(ran.config.sysInfo.registerIntervalSec);
    this.book.write(oracle, ran.events);
    for (const { action, isRequested } of actionsOf(ran, at, this.#requests, oracle, this.recorder.count)) {
      if (isRequested === false && !isErasedWithAccount(oracle, action))
        faults.push(`command ${at}: nobody asked for ${actionText(action)}`);
      oracle.nowMs = ran.nowMs;
      const act = isLeavingAction(action) ? leavingRequest(action) : requestOf(action, oracle);
      const whys = whysOf(oracle, action, act);
      const stays = isTooEarly(oracle, action);
      const why = stays ?? (whys.every((one) => one !== null) ? (whys[0] ?? null) : null);
      if (why !== null)
        faults.push(`command ${at}: ${actionText(action)} was done, and must be refused: ${why}`);
      faults.push(...wronglyOver(oracle, action).map((fault) => `command ${at}: ${fault}`));
      oracle.apply(action, ran.nowMs);
      this.nameHistory.apply(oracle, action);
      this.#answers.apply(action, ran.nowMs);
    }
    for (const name of ran.groupCalls?.keys() ?? [])
      faults.push(...wrongDevices(oracle.chat(name), (user) => oracle.people.get(user)?.away === true));
    for (const change of ran.emoji ?? []) {
      const { action, isRequested } = emojiAction(change, at, this.#requests);
      if (!isRequested) faults.push(`command ${at}: nobody asked for ${JSON.stringify(action)}`);
      this.#answers.recorded.emoji.apply(action);
    }
    for (const fact of ran.programs ?? []) {
      faults.push(...programFaults(oracle, fact, at, this.#requests).map((one) => `command ${at}: ${one}`));
      oracle.programs.apply(fact);
    }
    // Events without an action also move the time of their chat; notes share it with the user's own stream.
    for (const { stream } of ran.events) oracle.passTime(stream, ran.nowMs);
    this.book.write(oracle, ran.events);
    // Marks moved by a clearing send no read receipts.
    const isCleared = ran.events.some(({ facts }) => facts.kind === 'cleared');
    for (const { stream, facts } of ran.events) {
      const two = partners(facts.kind === 'mark' ? facts.of : stream);
      const isMark = facts.kind === 'read' || (facts.kind === 'mark' && facts.seen === undefined);
      if (two && isMark && !isCleared && isMarkShared(oracle, two) !== (facts.kind === 'read'))
        faults.push(`command ${at}: ${JSON.stringify(facts)} in ${stream} is told to the wrong people`);
      if (facts.kind === 'read') this.#countsOwn(at, stream, facts.user, facts);
      else if (facts.kind === 'mark' && facts.seen === undefined)
        this.#countsOwn(at, facts.of, Number(stream.slice(1)), facts);
    }
  }

  /**
   * A mark includes the number of own lines after it; checked here, because the next mark hides a wrong one.
   */
  #countsOwn(at: number, chat: string, me: number, { mark, own, count }: Counted): void {
    const seat = this.oracle.seat(me, chat);
    const lines = this.oracle.chats.get(chat)?.lines ?? [];
    if (!seat || chat === 'notice') return;
    const mine = lines.filter(
      (line) => line.n > mark && line.n <= count && countsAsOwn(line, me, seat),
    ).length;
    if (mine !== own)
      this.faults.push(`command ${at}: ${me} has ${mine} own lines of ${chat} after ${mark}, not ${own}`);
  }
}

/** The same at once, for a run that is over. */
export const reviewRun = (...args: ConstructorParameters<typeof Review>): Review =>
  new Review(...args).advance();

/** Why what a server does at its time may not be done yet. */
const isTooEarly = (oracle: Oracle, action: Action): string | null =>
  action.do === 'vanish' && !action.byHouse
    ? staysBecause(oracle, action.row)
    : action.do === 'hearAgain'
      ? quietBecause(oracle, action)
      : null;

/** Waiting messages wrongly marked as undelivered, and remains of erased accounts. */
function wronglyOver(oracle: Oracle, action: Action): readonly string[] {
  if (action.do === 'notSaid' && !isRightlyNotSaid(oracle, action))
    return [`${actionText(action)}, and it was allowed`];
  if (action.do !== 'forget') return [];
  return notLeftBy(oracle, action.person).map(
    (left) => `${action.person} has no account any more, and ${left}`,
  );
}

/** A locked-out user sends nothing, and a used id accepts no other message. */
function isRightlyNotSaid(oracle: Oracle, { by, id }: Extract<Action, { do: 'notSaid' }>): boolean {
  if (oracle.people.get(by)?.away === true || isUsed(oracle, id)) return true;
  return refusedUnder(oracle, by, { kind: 'withPutOff', id, isImmediate: true }).some((why) => why !== null);
}

const isUsed = (oracle: Oracle, id: string): boolean =>
  [...oracle.lines.values()].some((line) => line.id === id);

const actionText = (action: Action): string => JSON.stringify(action);

function refusals(requests: readonly RecordedRequest[]): Doubtful[] {
  return requests.flatMap((one) =>
    askingsOf(one).flatMap((asking) =>
      asking.verdict === null || asking.verdict.code === 0 ? [] : [{ request: one, asking }],
    ),
  );
}

/** Answers wrong so far that may still become right; those answered before this moment are faults. */
function stillDoubtful(
  oracle: Oracle,
  waiting: readonly Doubtful[],
  at: number,
  faults: string[],
): Doubtful[] {
  return waiting.filter(({ request, asking }) => {
    const until = request.until ?? Number.POSITIVE_INFINITY;
    const right = [request.fromMs, request.untilMs].some((nowMs) => {
      oracle.nowMs = nowMs;
      return refusedUnder(oracle, asking.by, asking.act).some((one) => one !== null);
    });
    if (right) return false;
    if (at < until && at !== Number.POSITIVE_INFINITY) return true;
    faults.push(
      `${asking.by} was refused ${JSON.stringify(asking.act)} with ${asking.verdict?.code} ` +
        `${asking.verdict?.msg}, and it was allowed all the time`,
    );
    return false;
  });
}

const FILES: ReadonlySet<string> = new Set(['image', 'emoji', 'voice', 'video', 'file']);

/** Why it must be refused, once for each way in which it may have come about; null: that way it may be. */
function whysOf(oracle: Oracle, action: Action, act: AskedAct | null): readonly (string | null)[] {
  const own = act && action.by !== null ? refusedUnder(oracle, action.by, act) : [null];
  if (action.do !== 'admit' || !action.letInBy) return own;
  const { chat, letInBy } = action;
  const letIn = letInBy.flatMap((lead) => refusedUnder(oracle, lead, { kind: 'letIn', chat }));
  return action.codesOf ? [...letIn, ...own] : letIn;
}

/** Users who join by a code need one. */
function admission({ by, chat, people, codesOf }: Extract<Action, { do: 'admit' }>): AskedAct | null {
  if (codesOf) return { kind: 'comeIn', chat, codesOf };
  return people[0] === by ? null : { kind: 'admit', chat, people };
}

/** Read positions are never refused. */
const OF_READING: ReadonlySet<string> = new Set(['read', 'see', 'readMentions']);

const placeIn = (action: Action): number | null => (action.do === 'markUnread' ? action.n : null);

const leavingRequest = ({ do: what }: LeavingAction): AskedAct | null =>
  what === 'endAccount' ? { kind: what } : null;

function requestOf(action: Exclude<Action, LeavingAction>, oracle: Oracle): AskedAct | null {
  if (isOfSubject(action)) return requestOfSubject(action, oracle);
  if (isReportAction(action)) return action.do === 'report' ? { kind: 'report', about: action.about } : null;
  if (isOwnMark(action))
    return OF_READING.has(action.do) ? null : { kind: 'ownFlag', chat: action.chat, n: placeIn(action) };
  switch (action.do) {
    case 'say':
      if (action.chat === 'notice') return null;
      return {
        kind: 'say',
        chat: action.chat,
        at: action.line.at,
        shows: action.line.shows,
        isPoll: Boolean(action.line.poll),
        file: FILES.has(action.line.kind),
      };
    case 'found':
      return { kind: 'found', people: action.people };
    case 'admit':
      return admission(action);
    case 'remove':
    case 'promote':
    case 'handOver':
    case 'silence':
      return { kind: action.do, chat: action.chat, person: action.person };
    case 'dissolve':
    case 'rename':
    case 'set':
      return { kind: action.do, chat: action.chat };
    case 'apply':
      return { kind: 'apply', person: action.to };
    case 'refuse':
    case 'withdraw':
      return { kind: action.do === 'refuse' ? 'answer' : action.do, application: action.application };
    case 'block':
      return { kind: 'block', person: action.person };
    case 'unfriend':
      return { kind: 'unfriend', person: action.with };
    case 'befriend':
    case 'configure':
    case 'appoint':
    case 'arrive':
    case 'meet':
    case 'call':
    case 'discreet':
    case 'keep':
    case 'clear':
    case 'remark':
      return null;
  }
}

/** Members at each event of each chat, before and after it; recorded here, since servers forget events. */
export class Book {
  readonly #there = new Map<string, Set<number>>();

  /** Reads members before and after a command: either may receive it. */
  write(oracle: Oracle, events: Ran['events']): void {
    for (const { stream, seq } of events) {
      const name = `${stream} ${seq}`;
      const there = this.#there.get(name) ?? new Set<number>();
      for (const person of oracle.present(stream)) there.add(person);
      this.#there.set(name, there);
    }
  }

  /**
   * Returns true if this user may receive an event of a stream; always for their own and for announcements.
   */
  mayHear(person: number, stream: string, seq: number): boolean {
    if (stream === 'notice' || stream === `u${person}`) return true;
    if (partners(stream)?.includes(person) === false || /^u\d+$/.test(stream)) return false;
    return this.#there.get(`${stream} ${seq}`)?.has(person) === true;
  }
}

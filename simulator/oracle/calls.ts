/** Codes of a call, as the contract has them. */
const RINGING = 901;
const CANCELLED = 902;
const REFUSED = 903;
const TAKEN = 904;
const UNANSWERED = 905;
const ENDED = 906;
const ENGAGED = 907;

/** How long it rings. */
export const RINGS_MS = 40_000;
/** How long one side waits for the other to come back to a talk. */
export const WAITS_MS = 30_000;

/** The state of a call in one tab; null: none. */
export interface OracleShownCall {
  readonly stage: 'calling' | 'ringing' | 'talking' | 'reconnecting' | 'returning' | 'ended';
  readonly end: string | null;
}

export interface OracleCallBegun {
  readonly caller: number;
  readonly callee: number;
  readonly video: boolean;
  /** The tab that calls, and whether it is one of a phone. */
  readonly from: string;
  readonly isMobile: boolean;
  /** Owner of each tab; tabs of other users are not involved. */
  readonly tabs: ReadonlyMap<string, number>;
  /** The callee's tab that is in another call. */
  readonly engaged: string | null;
  /**
   * The callee has no device online; a caller who may not call sees the same, and a blocked one is not
   * announced at all.
   */
  readonly away: 'here' | 'away' | 'unheard';
  /** The end before any device received it; null: it was sent. */
  readonly unsaid: 'deviceDenied' | 'cancelled' | null;
}

/** The call's entry in its conversation. */
export interface OracleCallRecord {
  readonly type: number;
  readonly status: number;
  readonly event: string;
  readonly code: number;
  readonly callTime: number | '';
  readonly sdp: string;
  readonly iceCandidate: string;
  readonly isMobile: number;
  readonly reason?: string;
}

/**
 * One call between two users over a lossless network: the state in all their tabs, the messages their devices
 * receive, and the record. It models no durations: it is read once every press has taken effect.
 */
export class OracleCall {
  #code = RINGING;
  #lengthSec: number | '' = '';
  #isTalk = false;
  readonly #shown = new Map<string, OracleShownCall>();
  readonly #told = new Map<number, string[]>();
  readonly #said = new Map<number, string[]>();

  constructor(private readonly begun: OracleCallBegun) {
    const { caller, callee, from, away, unsaid } = begun;
    if (unsaid !== null) {
      this.#ends(from, unsaid);
      return;
    }
    this.#say(caller, 'calling', RINGING);
    if (away !== 'here') {
      this.#code = UNANSWERED;
      this.#ends(from, 'offline');
      if (away === 'away') this.#tell(callee, 'calling', UNANSWERED);
      this.#tell(caller, 'calling', UNANSWERED);
      return;
    }
    this.#tell(callee, 'calling', RINGING);
    this.#tell(caller, 'calling', RINGING);
    if (begun.engaged !== null) {
      this.#isEngaged();
      return;
    }
    this.#shown.set(from, { stage: 'calling', end: null });
    for (const tab of this.#tabsOf(callee)) this.#shown.set(tab, { stage: 'ringing', end: null });
  }

  /** The first tab that takes it is the one: the others stop to ring without a word (CALL-11). */
  taken(tab: string): void {
    const { caller, callee, from } = this.begun;
    for (const one of this.#tabsOf(callee)) this.#shown.delete(one);
    for (const one of [tab, from]) this.#shown.set(one, { stage: 'talking', end: null });
    this.#isTalk = true;
    this.#say(callee, 'acceptRtc', TAKEN);
    this.#tell(caller, 'acceptRtc', TAKEN);
    this.#tell(callee, 'otherOpt', TAKEN);
  }

  /** Media stopped: the page of this tab is gone, or the network is. */
  interrupted(gone: string | null): void {
    if (gone !== null) this.#shown.delete(gone);
    for (const tab of this.#shown.keys()) this.#shown.set(tab, { stage: 'reconnecting', end: null });
  }

  /** The page that replaced a talking one offers to resume. */
  asks(tab: string): void {
    this.#shown.set(tab, { stage: 'returning', end: null });
  }

  /** The page of a tab or its login ended: a call that only rang there keeps ringing elsewhere (CALL-22). */
  left(tab: string): void {
    this.#shown.delete(tab);
  }

  /** Another page of the callee opens while it rings (CALL-18). */
  ringsAt(tab: string): void {
    this.#shown.set(tab, { stage: 'ringing', end: null });
  }

  mended(): void {
    for (const tab of this.#shown.keys()) this.#shown.set(tab, { stage: 'talking', end: null });
  }

  /** The user resumes the talk. */
  returned(by: number): void {
    this.mended();
    this.#say(by, 'acceptRtc', TAKEN);
    this.#tell(this.#otherOf(by), 'acceptRtc', TAKEN);
    this.#tell(by, 'otherOpt', TAKEN);
  }

  /** A user hangs up; `lengthSec`: length of the talk in that tab (CALL-6). */
  hungUp(tab: string, by: number, lengthSec: number): void {
    const { caller } = this.begun;
    if (this.#isTalk) return this.#over(by, ENDED, lengthSec, () => 'hungUp');
    if (by !== caller)
      return this.#over(by, REFUSED, 0, (one, whose) =>
        one === tab ? 'refused' : whose === by ? null : 'refused',
      );
    return this.#over(by, CANCELLED, 0, (_one, whose) => (whose === by ? 'cancelled' : 'missed'));
  }

  /** The call times out: the caller or a server reports it, whichever is first. */
  unanswered(by: 'caller' | 'server'): void {
    const { caller } = this.begun;
    if (by === 'server') this.#say(caller, 'hangup', UNANSWERED, 0);
    this.#over(by === 'caller' ? caller : null, UNANSWERED, 0, (_one, whose) =>
      whose === caller ? 'noAnswer' : 'missed',
    );
  }

  /** The callee denies the microphone; only the accepting tab shows why. */
  denied(tab: string, by: number): void {
    this.#over(by, REFUSED, 0, (one, whose) =>
      one === tab ? 'deviceDenied' : whose === by ? null : 'refused',
    );
  }

  /** No path between the two was found, whichever of them found out first. */
  notConnected(by: number): void {
    this.#over(by, UNANSWERED, 0, () => 'notConnected');
  }

  /** The other side never came back: this one has waited for long enough (CALL-12). */
  lost(by: number, lengthSec: number): void {
    this.#over(by, ENDED, lengthSec, (_one, whose) => (whose === by ? 'lost' : 'hungUp'));
  }

  /** Takes an ended call off the screen. */
  closed(tab: string): void {
    if (this.#shown.get(tab)?.stage === 'ended') this.#shown.delete(tab);
  }

  shown(tab: string): OracleShownCall | null {
    return this.#shown.get(tab) ?? null;
  }

  /**
   * During a talk no device of the two may begin another call (CALL-1); before it, only those that ring or
   * call may not.
   */
  engages(tab: string): boolean {
    if (this.#isTalk && this.#code === RINGING && this.begun.tabs.has(tab)) return true;
    const shown = this.#shown.get(tab);
    return shown !== undefined && shown.stage !== 'ended';
  }

  /** Steps and ends of the call, as each device of this user receives them. */
  told(person: number): readonly string[] {
    return this.#told.get(person) ?? [];
  }

  /** Steps sent by devices of this user, besides those that set up their connection. */
  said(person: number): readonly string[] {
    return this.#said.get(person) ?? [];
  }

  /** A call that was never announced has no record. */
  isKept(): boolean {
    return this.begun.unsaid === null;
  }

  record(): OracleCallRecord {
    const { video, isMobile, away } = this.begun;
    return {
      type: video ? 1 : 0,
      status: 3,
      event: 'calling',
      code: this.#code,
      callTime: this.#lengthSec,
      sdp: '',
      iceCandidate: '',
      isMobile: isMobile ? 1 : 0,
      ...(away !== 'here' && { reason: 'offline' }),
    };
  }

  /** The busy device answers so, and the others are notified that the call needs no action. */
  #isEngaged(): void {
    const { caller, callee, from } = this.begun;
    this.#code = ENGAGED;
    this.#lengthSec = 0;
    this.#ends(from, 'busy');
    this.#say(callee, 'busy', ENGAGED);
    this.#tell(caller, 'busy', ENGAGED, 0);
    this.#tell(callee, 'otherOpt', ENGAGED, 0);
  }

  /** `by` null: a server. */
  #over(
    by: number | null,
    code: number,
    lengthSec: number,
    endOn: (tab: string, whose: number | undefined) => string | null,
  ): void {
    const { callee } = this.begun;
    this.#code = code;
    this.#lengthSec = lengthSec;
    for (const tab of this.#shown.keys()) {
      const end = endOn(tab, this.begun.tabs.get(tab));
      if (end === null) this.#shown.delete(tab);
      else this.#ends(tab, end);
    }
    this.#tell(this.#otherOf(by ?? callee), 'hangup', code, lengthSec);
    if (by === null) return this.#tell(callee, 'hangup', code, lengthSec);
    this.#say(by, 'hangup', code, lengthSec);
    this.#tell(by, 'otherOpt', code, lengthSec);
  }

  #ends(tab: string, end: string): void {
    this.#shown.set(tab, { stage: 'ended', end });
  }

  #tell(person: number, event: string, code: number, lengthSec: number | '' = ''): void {
    const list = this.#told.get(person) ?? [];
    list.push(`${event} ${code} ${lengthSec} ${callWords(code, lengthSec, this.begun.video)}`);
    this.#told.set(person, list);
  }

  #say(person: number, event: string, code: number, lengthSec: number | '' = ''): void {
    const list = this.#said.get(person) ?? [];
    list.push(`${event} ${code} ${lengthSec}`);
    this.#said.set(person, list);
  }

  #otherOf(person: number): number {
    const { caller, callee } = this.begun;
    return person === caller ? callee : caller;
  }

  #tabsOf(person: number): readonly string[] {
    return [...this.begun.tabs].filter(([, whose]) => whose === person).map(([tab]) => tab);
  }
}

/** Text of its line, for clients without codes. */
export function callWords(code: number, lengthSec: number | '', video: boolean): string {
  if (code === CANCELLED) return '已取消';
  if (code === REFUSED) return '已拒绝';
  if (code === UNANSWERED) return '未接通';
  if (code === ENGAGED) return '忙线中';
  if (code !== ENDED) return video ? '视频通话' : '语音通话';
  return `通话时长 ${oracleClock(Number(lengthSec))}`;
}

/** `05:09`, and `1:05:09` from an hour on. */
function oracleClock(sec: number): string {
  const parts = [Math.floor(sec / 60) % 60, sec % 60].map((part) => `0${part}`.slice(-2));
  return sec < 3_600 ? parts.join(':') : [String(Math.floor(sec / 3_600)), ...parts].join(':');
}

/** Returns why a user can call no one now, or not this contact; lasting reasons first. */
export function expectedMayCall(at: {
  readonly contact: string;
  readonly isKnown: boolean;
  readonly engaged: boolean;
  /** This one rings here: to call them is to answer. */
  readonly rings: boolean;
}): string | null {
  if (!/^\d+$/.test(at.contact)) return 'group';
  if (!at.isKnown) return 'notFriends';
  return at.engaged && !at.rings ? 'busyElsewhere' : null;
}

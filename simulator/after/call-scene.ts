import { messageId, userId } from '../../src/domain/ids.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import { triedOf } from '../checkers/tried.ts';
import type { Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import { callWords, expectedMayCall, OracleCall } from '../oracle/calls.ts';
import { privacyIn } from '../oracle/privacy.ts';
import { drive } from '../time/drive.ts';
import { OF_LIMITS, reasonOf } from '../witness/reasons.ts';
import type { ToldCall } from '../witness/calls.ts';
import type { World } from '../world/world-type.ts';
import { stepsAsked } from './call-steps.ts';
import type { AskedStep } from './call-steps.ts';
import { tabsOf } from '../devices/person.ts';
import { deviceOfTab } from './people.ts';
import { ANSWER_MS } from './speaking.ts';

/** Time until the user has granted the microphone, and all sides have been notified. */
const PRESSED_MS = 5_000;
/** Two readings of a clock are as exact as that. */
const CLOCK_MS = 3;
/** Name and picture shown to the callee, sent by the caller's page. */
const CALLED_NAME = 'Whoever is called';
const CALLED_PICTURE = '/c.png';

export interface Pair {
  readonly caller: WorldPerson;
  readonly callee: WorldPerson;
  readonly from: Tab;
  readonly video: boolean;
  /** The callee's tab that is in another call. */
  readonly engaged?: Tab;
  /** No device of the called one has a network. */
  readonly unplugged?: boolean;
  /** The tab of the called one in which they called, too. */
  readonly crossing?: Tab;
  /** The call is never sent: the caller denies the microphone, or cancels. */
  readonly unsaid?: 'deviceDenied' | 'cancelled';
}

/** The callee accepts calls and has not blocked the caller. */
export function hearsCallsOf(world: World, callee: WorldPerson, caller: WorldPerson): boolean {
  const { oracle } = triedOf(world);
  return privacyIn(oracle, callee.id).calls !== 'none' && !oracle.blocked.has(callee.id, caller.id);
}

/** One call in a quiet World, compared with the oracle. */
export class CallScene {
  readonly faults: string[] = [];
  readonly expected: OracleCall;
  id = '';
  /** No limit was in the way. */
  isBegun = false;
  /** Repairs and retries did not overlap: each step is known. */
  isPlain = true;
  /** Owner of each tab. */
  readonly #tabs: Map<string, number>;
  readonly #toldFrom: number;
  readonly #askedFrom: number;
  readonly #sockets: ReadonlyMap<number, { readonly user: number }>;
  /** Start of the talk in each tab, and its final length. */
  readonly #talkingMs = new Map<Tab, number>();
  readonly #lengthSec = new Map<Tab, number>();

  constructor(
    readonly world: World,
    readonly pair: Pair,
  ) {
    const { caller, callee, from, video, engaged, unplugged = false, unsaid = null } = pair;
    const { oracle } = triedOf(world);
    this.#tabs = new Map(
      [caller, callee].flatMap((one) => tabsOf(one).map((tab) => [tab.name, one.id] as const)),
    );
    const isAway = unplugged || privacyIn(oracle, callee.id).calls === 'none';
    this.expected = new OracleCall({
      caller: caller.id,
      callee: callee.id,
      video,
      from: from.name,
      isMobile: deviceOfTab(caller, from).isMobile,
      tabs: this.#tabs,
      unsaid,
      engaged: engaged?.name ?? null,
      away: oracle.blocked.has(callee.id, caller.id) ? 'unheard' : isAway ? 'away' : 'here',
    });
    this.#toldFrom = world.witness.calls.length;
    this.#askedFrom = world.witness.asked.length;
    this.#sockets = new Map(world.witness.bound());
  }

  /** False where a limit is in the way, and where it is over at once. */
  async begins(): Promise<boolean> {
    if (!(await this.presses())) return false;
    await this.rests();
    if (!this.passedLimits()) return false;
    await this.judge('called');
    return this.faults.length === 0 && this.expected.shown(this.pair.from.name)?.stage === 'calling';
  }

  /** Presses the button only. */
  async presses(): Promise<boolean> {
    const { world, pair } = this;
    const { actions } = pair.from.client;
    const how = { video: pair.video, name: CALLED_NAME, avatar: CALLED_PICTURE };
    const begun = await drive(world.clock, actions.startCall(userId(pair.callee.id), how), ANSWER_MS);
    if (!begun.ok) {
      this.faults.push(`${pair.from.name} cannot call ${pair.callee.id}`);
      return false;
    }
    this.id = begun.value;
    return true;
  }

  /** False: a limit kept the call from going out, and its screen is closed now. */
  passedLimits(): boolean {
    const [calling] = this.steps().filter(({ event }) => event === 'calling');
    const refused = calling?.answer?.code === 0 ? null : reasonOf(calling?.answer?.msg ?? '');
    if (calling && refused !== null && OF_LIMITS.has(refused)) {
      this.pair.from.client.actions.closeCall();
      return false;
    }
    this.isBegun = true;
    return true;
  }

  /** Waits until all sides have processed the press. */
  async rests(ms = PRESSED_MS): Promise<void> {
    await this.world.clock.advance(ms);
  }

  /** Records the start of the talk for tabs first seen talking. */
  talks(): void {
    for (const [tab, { view, sinceMs }] of this.world.record.calls.shown)
      if (view.id === this.id && view.stage === 'talking' && !this.#talkingMs.has(tab))
        this.#talkingMs.set(tab, sinceMs);
  }

  /** A new page replaces the page of a tab and continues its talk. */
  follows(from: Tab, to: Tab): void {
    const whose = this.#tabs.get(from.name);
    this.#tabs.delete(from.name);
    if (whose !== undefined) this.#tabs.set(to.name, whose);
    const sinceMs = this.#talkingMs.get(from);
    if (sinceMs !== undefined) this.#talkingMs.set(to, sinceMs);
  }

  /** Length of the talk in the tab that shows the end; clocks count whole milliseconds. */
  lengthSec(tab: Tab, untilMs = this.world.clock.elapsedMs()): number {
    const forMs = untilMs - (this.#talkingMs.get(tab) ?? untilMs);
    const shown = tab.client.calls.get()?.talkSec ?? 0;
    const near = [forMs - CLOCK_MS, forMs + CLOCK_MS].map((ms) => Math.max(0, Math.floor(ms / 1_000)));
    const sec = near.includes(shown) ? shown : Math.floor(forMs / 1_000);
    this.#lengthSec.set(tab, sec);
    return sec;
  }

  steps(): readonly AskedStep[] {
    return stepsAsked(this.world.witness.asked.slice(this.#askedFrom), this.id);
  }

  toldTo(socket: number): readonly ToldCall[] {
    return this.world.witness.calls
      .slice(this.#toldFrom)
      .filter((one) => one.socket === socket && one.id === this.id);
  }

  /** Sockets of each person that were there all the time. */
  sockets(): ReadonlyMap<number, number> {
    const bound = this.world.witness.bound();
    return new Map(
      [...this.#sockets].flatMap(([socket, { user }]) =>
        bound.get(socket)?.user === user ? [[socket, user] as const] : [],
      ),
    );
  }

  /** All tabs, the record and its line, at a rest. */
  async judge(when: string): Promise<void> {
    const found = [...this.#screens(), ...this.#mayCall(), ...this.#lines(), ...(await this.recordFaults())];
    this.faults.push(...found.map((text) => `${when}: ${text}`));
  }

  async recordFaults(): Promise<readonly string[]> {
    const found: string[] = [];
    const row = await this.world.store.read((tx) => tx.messages.byId(messageId(this.id)));
    const wantedRecord = this.expected.isKept() ? this.expected.record() : null;
    const [is, wanted] = [JSON.stringify(row?.extra ?? null), JSON.stringify(wantedRecord)];
    if (is !== wanted) found.push(`the record is ${is}, it should be ${wanted}`);
    if (row && row.from !== this.pair.caller.id) found.push(`the record is by ${row.from}`);
    return found;
  }

  #screens(): readonly string[] {
    return this.world.tabs().flatMap((tab) => {
      const view = tab.client.calls.get();
      // A different call in the same World has its own checker.
      if (view !== null && view.id !== this.id && this.pair.engaged) return [];
      const shown = this.expected.shown(tab.name);
      const is = view === null ? 'nothing' : `${view.stage} ${view.end}`;
      const wanted = shown === null ? 'nothing' : `${shown.stage} ${shown.end}`;
      if (is !== wanted) return [`${tab.name} shows ${is}, it should be ${wanted}`];
      return view === null ? [] : this.#facts(tab, view);
    });
  }

  /** The partner and the kind of the call. */
  #facts(tab: Tab, view: NonNullable<ReturnType<Tab['client']['calls']['get']>>): readonly string[] {
    const { caller, callee, video } = this.pair;
    const { oracle } = triedOf(this.world);
    const calls = tabsOf(caller).includes(tab);
    const name = oracle.tie(callee.id, caller.id)?.remark || oracle.people.get(caller.id)?.name;
    const { avatar } = tab.state().contacts.get(String(caller.id) as ContactId) ?? {};
    const shown = [view.id, view.peer, view.name, view.avatar, view.video, view.caller].join(' ');
    const wanted = calls
      ? [this.id, callee.id, CALLED_NAME, CALLED_PICTURE, video, true]
      : tab === this.pair.crossing
        ? [this.id, caller.id, view.name, view.avatar, video, false]
        : [this.id, caller.id, name, avatar, video, false];
    const sec = view.stage === 'ended' ? (this.#lengthSec.get(tab) ?? 0) : 0;
    return [
      ...(shown === wanted.join(' ') ? [] : [`${tab.name} shows ${shown}, it should be ${wanted.join(' ')}`]),
      ...(view.talkSec === sec ? [] : [`${tab.name} shows a talk of ${view.talkSec} s, it was ${sec} s`]),
    ];
  }

  /** The users each tab may call now. */
  #mayCall(): readonly string[] {
    const { caller, callee, engaged } = this.pair;
    return this.world.people.flatMap((person) =>
      tabsOf(person).flatMap((tab) => {
        // The other call is unknown here.
        if (engaged && person !== caller) return [];
        const { contacts } = tab.state();
        const known = [...contacts].map(({ id }) => id as string);
        const others = this.world.people.map(({ id }) => String(id)).filter((id) => id !== String(person.id));
        const rings = this.expected.shown(tab.name)?.stage === 'ringing' && person === callee;
        return [...new Set([...known, ...others])].flatMap((contact) => {
          const wanted = expectedMayCall({
            contact,
            isKnown: known.includes(contact),
            engaged: this.expected.engages(tab.name),
            rings: rings && contact === String(caller.id),
          });
          const is = tab.client.calls.mayCall(contact as ContactId);
          return is === wanted ? [] : [`${tab.name} may call ${contact}: ${is}, it should be ${wanted}`];
        });
      }),
    );
  }

  /** The last line of the two's chat, where it is that of the call. */
  #lines(): readonly string[] {
    const { caller, callee } = this.pair;
    const { code, callTime, type } = this.expected.record();
    const wanted = `${code} ${type === 1} ${callTime || 0} ${callWords(code, callTime, type === 1)}`;
    return [caller, callee].flatMap((person) =>
      tabsOf(person).flatMap((tab) => {
        const other = person === caller ? callee : caller;
        const last = tab.state().contacts.get(String(other.id) as ContactId)?.last;
        if (!last || last.id !== this.id) return [];
        const is = `${last.call?.code} ${last.call?.video} ${last.call?.talkSec} ${last.content}`;
        return is === wanted ? [] : [`${tab.name} has the line ${is}, it should be ${wanted}`];
      }),
    );
  }
}

import type { GroupCallSignal } from '../../domain/group-call.ts';
import type { MediaPort } from '../../ports/media.ts';
import { NOTHING_DONE } from '../call/call-actions.ts';
import type { CallDriverParts } from '../call/driver.ts';
import { groupCallRefusalOf } from '../call/group-call-refusal.ts';
import { endsSoon, iceServersOf } from '../call/ice-servers.ts';
import { forgetTalk } from '../call/kept-talk.ts';
import type { OwnDevices } from '../call/own-devices.ts';
import { DONE } from '../connection/answers.ts';
import type { GroupCallActions, GroupCalls, GroupCallView } from '../interface/group-calls.ts';
import { groupCallOf } from '../state/selectors.ts';
import type { State } from '../state/state.ts';
import { GroupCallRequests } from './group-call-requests.ts';
import { keepGroupCall, readGroupCall } from './kept-group-call.ts';
import { LiveGroupCall, type GroupCallStart } from './live-group-call.ts';

export interface GroupCallDriverParts extends CallDriverParts {
  readonly relayOnly: () => boolean;
  /** A call of two is here, or this user is in one elsewhere. */
  readonly isBusy: () => boolean;
  /** Calls of two are refused while a group call is here; null: none is. */
  readonly occupy: (call: string | null) => void;
  readonly changed: () => void;
}

/** The group call of this device: at most one (GCALL-11). */
export class GroupCallDriver {
  readonly view: Pick<GroupCalls, 'get' | 'mayJoin'>;
  readonly actions: Omit<GroupCallActions, 'moveCall'>;
  readonly #parts: GroupCallDriverParts;
  readonly #requests: GroupCallRequests;
  #call: LiveGroupCall | null = null;
  #currentView: GroupCallView | null = null;
  #minimised = false;
  /** The present bind, and whether the state still has to be completed after it. */
  #bind: string | null = null;
  #isBack = false;
  /** True if the signed-in user has requested the configuration. */
  #configured = false;
  #mayOffer = true;

  constructor(parts: GroupCallDriverParts) {
    this.#parts = parts;
    this.#requests = new GroupCallRequests(parts.api, parts.ports.clock);
    this.view = {
      get: () => this.#currentView,
      mayJoin: (id) =>
        groupCallRefusalOf(parts.store.get(), id, {
          supported: parts.ports.media?.supported ?? false,
          busy: this.#current() !== null || parts.isBusy(),
        }),
    };
    this.actions = this.#createActions();
  }

  get isBusy(): boolean {
    return this.#current() !== null;
  }

  get own(): OwnDevices | null {
    return this.#current()?.own ?? null;
  }

  signalled(signal: GroupCallSignal): void {
    this.#current()?.receive(signal);
  }

  onChange(state: State): void {
    const bind = bindOf(state);
    if (bind !== this.#bind) {
      this.#bind = bind;
      this.#isBack = bind !== null && this.#current() !== null;
      if (bind === null) this.#current()?.send({ type: 'server.away' });
    }
    this.#current()?.look();
  }

  /** The state is complete after a bind: a call that ended in between is not begun again. */
  caughtUp(): void {
    const state = this.#parts.store.get();
    this.onChange(state);
    if (this.#bind === null) return;
    if (this.#mayOffer) this.#offerReturn(state);
    if (!this.#isBack) return;
    this.#isBack = false;
    this.#current()?.send({ type: 'server.back' });
  }

  left(what: 'page' | 'session'): Promise<unknown> | null {
    const call = this.#current();
    const leaving = call?.leaveAtOnce() ?? null;
    if (what === 'session') call?.send({ type: 'session.closed' });
    return leaving;
  }

  closed(): void {
    this.#current()?.send({ type: 'session.closed' });
    this.#close();
    forgetTalk(this.#parts.ports.tabMemory);
    this.#mayOffer = true;
    this.#bind = null;
    this.#configured = false;
  }

  #current(): LiveGroupCall | null {
    return this.#call !== null && !this.#call.isOver ? this.#call : null;
  }

  #createActions(): Omit<GroupCallActions, 'moveCall'> {
    return {
      joinGroupCall: async (group, { video, muted = false }) => {
        const { media } = this.#parts.ports;
        const call = this.#current();
        if (call?.stage === 'returning' && call.group === group) {
          call.send({ type: 'user.returned' });
          return DONE;
        }
        if (media === undefined || this.view.mayJoin(group) !== null) return NOTHING_DONE;
        this.#begin(media, { group, video, muted, kept: null });
        return DONE;
      },
      returnToGroupCall: () => this.#current()?.send({ type: 'user.returned' }),
      leaveGroupCall: () => this.#current()?.send({ type: 'user.left' }),
      closeGroupCall: () => this.#close(),
      minimiseGroupCall: (on) => {
        this.#minimised = on;
        this.#changed();
      },
      raiseHand: (on) => void this.#raiseHand(on),
      reactInCall: async (emoji) => {
        const call = this.#current();
        if (call?.stage !== 'inCall') return NOTHING_DONE;
        const answer = await this.#requests.react(call, call.id, emoji);
        if (answer.ok) call.reactions.show(call.device, emoji);
        return answer;
      },
      setVolume: (device, volume) => {
        const other = this.#currentView?.others.find((one) => one.device === device);
        if (other === undefined) return;
        this.#current()?.peers.setVolume(other.user, volume);
        this.#changed();
      },
      requestMute: async (device) => {
        const call = this.#current();
        return call === null ? NOTHING_DONE : this.#requests.requestMute(call, call.id, device);
      },
      removeFromGroupCall: async (user) => {
        const call = this.#current();
        return call === null ? NOTHING_DONE : this.#requests.remove(call.group, user);
      },
    };
  }

  async #raiseHand(on: boolean): Promise<void> {
    const call = this.#current();
    if (call === null) return;
    call.setHand(on);
    await this.#requests.raiseHand(call, on);
    call.setHand(null);
  }

  /** An earlier page of this tab was in a call that still runs (GCALL-14). */
  #offerReturn(state: State): void {
    const self = this.#parts.self();
    const { media, tabMemory } = this.#parts.ports;
    if (self === null) return;
    this.#mayOffer = false;
    const kept = readGroupCall(tabMemory);
    if (kept !== null) forgetTalk(tabMemory);
    const isOver = kept === null || groupCallOf(state, kept.group)?.id !== kept.call;
    if (isOver || kept.self !== self || media?.supported !== true || this.#call !== null) return;
    if (!this.#parts.isBusy())
      this.#begin(media, { group: kept.group, video: kept.camera, muted: !kept.microphone, kept });
  }

  #begin(port: MediaPort, start: Omit<GroupCallStart, 'self' | 'device'>): void {
    const { group } = start;
    const { ports, store, self, actions, raise, relayOnly, occupy } = this.#parts;
    const user = self();
    if (user === null) return;
    this.#mayOffer = false;
    this.#minimised = false;
    const device = ports.ids.hex(16);
    const call = new LiveGroupCall(
      { ...start, self: user, device },
      {
        clock: ports.clock,
        watch: ports.watch,
        port,
        servers: () => iceServersOf(store.get().config),
        relayOnly,
        prepare: async () => {
          // Before signing in the configuration came without the call servers.
          if (this.#configured && !endsSoon(store.get().config, ports.clock.nowMs())) return;
          this.#configured = true;
          await actions()?.refreshConfig();
        },
        requests: this.#requests,
        reconnect: () => actions()?.reconnect(),
        listed: () => groupCallOf(store.get(), group),
        isMember: () => store.get().contacts.has(group),
        refused: (text) => text !== '' && raise({ kind: 'message', text }),
        changed: () => call === this.#call && this.#changed(),
        ended: () => this.#ended(call),
      },
    );
    this.#call = call;
    occupy(device);
    call.start();
    this.#changed();
  }

  #ended(call: LiveGroupCall): void {
    if (call !== this.#call) return;
    forgetTalk(this.#parts.ports.tabMemory);
    this.#parts.occupy(null);
    // An offer to return that was not taken leaves nothing to show.
    if (call.isOffer) this.#close();
  }

  #close(): void {
    if (this.#current() !== null) return;
    this.#call = null;
    this.#minimised = false;
    this.#changed();
  }

  #changed(): void {
    this.#currentView = this.#call?.view(this.#minimised) ?? null;
    const kept = this.#call?.toKeep() ?? null;
    if (kept !== null) keepGroupCall(this.#parts.ports.tabMemory, kept);
    this.#parts.changed();
  }
}

/** Names the bind of the socket; null: the server is away. */
const bindOf = ({ connection, clientId }: State): string | null =>
  connection.name === 'open' && connection.bound ? (clientId ?? '') : null;

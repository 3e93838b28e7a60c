import type { ContactId } from '../../domain/ids.ts';
import { NOTHING_DONE } from '../call/call-actions.ts';
import { createCallDriver } from '../call/call-driver.ts';
import type {
  CallButtons,
  CallDriverParts,
  DeviceCalls,
  MakeDeviceCalls,
  PairCallDriver,
} from '../call/driver.ts';
import { isRelayOnly } from '../call/ice-servers.ts';
import type { Calls } from '../interface/calls.ts';
import type { GroupCalls } from '../interface/group-calls.ts';
import { here } from '../kernel/lazy.ts';
import type { State } from '../state/state.ts';
import { GroupCallDriver } from './group-call-driver.ts';

/** Calls of two and group calls on this device, one at a time (GCALL-13). */
export const createDeviceCalls: MakeDeviceCalls = (parts) => new Both(parts);

class Both implements DeviceCalls, CallButtons {
  readonly view: Calls;
  readonly groups: GroupCalls;
  readonly actions: CallButtons['actions'];
  readonly buttons: DeviceCalls['buttons'] = {
    ...here(this),
    ask: (what) => what(this),
  };
  readonly #pair: PairCallDriver;
  readonly #group: GroupCallDriver;

  constructor(parts: CallDriverParts) {
    const listeners = new Set<() => void>();
    this.#pair = createCallDriver({ ...parts, otherDevices: () => this.#group.own });
    this.#group = new GroupCallDriver({
      ...parts,
      relayOnly: () => isRelayOnly(parts.ports.settings),
      isBusy: () => this.#pair.isBusy,
      occupy: (call) => this.#pair.occupy(call),
      changed: () => {
        for (const listener of listeners) listener();
      },
    });
    this.view = this.#pair.view;
    this.actions = { ...this.#pair.actions, ...this.#group.actions, moveCall: (group) => this.#move(group) };
    this.groups = {
      ...this.#group.view,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
  }

  /** A device has one call at a time: that of two ends first, as by a hang-up (CALL-51). */
  #move(group: ContactId): ReturnType<CallButtons['actions']['moveCall']> {
    const call = this.#pair.view.get();
    if (call?.stage !== 'talking') return Promise.resolve(NOTHING_DONE);
    const { camera, microphone } = call.local;
    this.#pair.actions.hangUp();
    this.#pair.actions.closeCall();
    return this.#group.actions.joinGroupCall(group, { video: camera, muted: !microphone });
  }

  signalled(effect: Parameters<DeviceCalls['signalled']>[0]): void {
    if (effect.type === 'callSignal') this.#pair.signalled(effect);
    else this.#group.signalled(effect.signal);
  }

  callsToReport(): Readonly<Record<string, number>> {
    return this.#pair.callsToReport();
  }

  bound(...args: Parameters<PairCallDriver['bound']>): void {
    this.#pair.bound(...args);
  }

  caughtUp(): void {
    this.#group.caughtUp();
  }

  onChange(state: State): void {
    this.#pair.onChange(state);
    this.#group.onChange(state);
  }

  left(what: 'page' | 'session'): Promise<unknown> | null {
    const leaving = [this.#pair.left(what), this.#group.left(what)].filter((one) => one !== null);
    return leaving.length === 0 ? null : Promise.all(leaving);
  }

  closed(): void {
    this.#group.closed();
    this.#pair.closed();
  }

  stop(): void {
    void this.#group.left('session');
    this.#pair.stop();
  }
}

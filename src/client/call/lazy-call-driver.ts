import type { ContactId } from '../../domain/ids.ts';
import { HANGUPS, ownPrefix } from '../../domain/own-keys.ts';
import type { Calls } from '../interface/calls.ts';
import type { GroupCalls } from '../interface/group-calls.ts';
import { type Lazy, lazy } from '../kernel/lazy.ts';
import type { CallButtons, CallDriverParts, DeviceCalls, MakeDeviceCalls, MakeLateCalls } from './driver.ts';
import { anyTalk, forgetTalk } from './kept-talk.ts';
import { groupCallRefusalOf } from './group-call-refusal.ts';
import { callRefusalOf } from './refusal.ts';

/** Maximum frames held while the code loads; larger than any call has. */
const WAITING_MAX = 256;

/**
 * Calls on a device whose code loads with the first call, made here or received (CALL-34). Until then no call
 * and no lock exist. Frames received in that time wait in order. If the code cannot be loaded, other devices
 * ring instead.
 */
export const lazyCallDriver =
  (load: () => Promise<MakeDeviceCalls>): MakeLateCalls =>
  (parts) =>
    new LazyDriver(parts, load);

class LazyDriver implements DeviceCalls {
  readonly view: Calls;
  readonly groups: GroupCalls;
  readonly buttons: DeviceCalls['buttons'];
  readonly #parts: CallDriverParts;
  readonly #listeners = new Set<() => void>();
  readonly #driver: Lazy<DeviceCalls & CallButtons>;
  #waiting: ((driver: DeviceCalls) => void)[] = [];
  #stopped = false;
  /** The server listed the live calls, and there were none. */
  #noneListed = false;
  /** Logins that have ended here. */
  #logins = 0;

  constructor(parts: CallDriverParts, load: () => Promise<MakeDeviceCalls>) {
    this.#parts = parts;
    this.#driver = lazy(
      load,
      (make) => {
        if (this.#stopped) throw new Error('the client has stopped');
        return make(parts);
      },
      (driver) => this.#begin(driver),
      () => this.#logins,
    );
    const now = () => this.#driver.now();
    const at = { supported: parts.ports.media?.supported ?? false, busy: false };
    const early = {
      mayCall: (id: ContactId) => callRefusalOf(parts.store.get(), id, at),
      mayJoin: (id: ContactId) => groupCallRefusalOf(parts.store.get(), id, at),
    };
    const subscribe = (listener: () => void) => {
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    };
    this.view = {
      get: () => now()?.view.get() ?? null,
      subscribe,
      mayCall: (id) => (now()?.view ?? early).mayCall(id),
    };
    this.groups = {
      get: () => now()?.groups.get() ?? null,
      subscribe,
      mayJoin: (id) => (now()?.groups ?? early).mayJoin(id),
    };
    this.buttons = this.#driver;
  }

  signalled(...args: Parameters<DeviceCalls['signalled']>): void {
    this.#tell((driver) => driver.signalled(...args));
  }

  caughtUp(): void {
    if (this.#driver.now() !== null || this.#waiting.length > 0) this.#tell((driver) => driver.caughtUp());
  }

  callsToReport(): Readonly<Record<string, number>> {
    return this.#driver.now()?.callsToReport() ?? {};
  }

  bound(calls: Parameters<DeviceCalls['bound']>[0]): void {
    // Closes nothing: no call is live, none rings, no end is unsent, and no talk can be resumed.
    if (
      this.#driver.now() === null &&
      this.#waiting.length === 0 &&
      (calls?.length ?? 0) === 0 &&
      !this.#unsaid() &&
      !anyTalk(this.#parts.ports.tabMemory)
    ) {
      if (calls !== null) this.#noneListed = true;
      return;
    }
    if (calls !== null) this.#noneListed = false;
    this.#tell((driver) => driver.bound(calls));
  }

  onChange(...args: Parameters<DeviceCalls['onChange']>): void {
    this.#driver.now()?.onChange(...args);
  }

  left(what: 'page' | 'session'): Promise<unknown> | null {
    return this.#driver.now()?.left(what) ?? null;
  }

  closed(): void {
    this.#waiting = [];
    this.#logins += 1;
    forgetTalk(this.#parts.ports.tabMemory);
    this.#driver.now()?.closed();
  }

  stop(): void {
    this.#stopped = true;
    this.#waiting = [];
    this.#driver.now()?.stop();
  }

  #unsaid(): boolean {
    const self = this.#parts.self();
    return self !== null && this.#parts.ports.settings.get(ownPrefix(self) + HANGUPS) !== null;
  }

  /** Now, or as soon as the code is here. What waited for code that cannot be had is dropped. */
  #tell(what: (driver: DeviceCalls) => void): void {
    const driver = this.#driver.now();
    if (driver !== null) return what(driver);
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(what);
    this.#driver.get().catch(() => {
      this.#waiting = [];
    });
  }

  #begin(driver: DeviceCalls): void {
    for (const part of [driver.view, driver.groups])
      part.subscribe(() => {
        for (const listener of this.#listeners) listener();
      });
    driver.onChange(this.#parts.store.get());
    // That it lists them is why a talk may wait for a page to come (CALL-46).
    if (this.#noneListed) driver.bound([]);
    for (const what of this.#waiting.splice(0)) what(driver);
  }
}

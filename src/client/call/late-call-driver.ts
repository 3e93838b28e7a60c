import { fail } from '../../domain/result.ts';
import type { Calls } from '../interface/calls.ts';
import type { Failure } from '../interface/client.ts';
import type { CallDriver, CallDriverParts, MakeCallDriver } from './driver.ts';
import { anyTalk, forgetTalk } from './kept-talk.ts';
import { callRefusalOf } from './refusal.ts';
import { anyUnsaid } from './unsaid.ts';

const BROKEN: Failure = { kind: 'transport', why: 'broken' };
/** What comes of a call while its code is fetched; more than a call has frames. */
const WAITING_MAX = 256;

/**
 * The calls of a device whose code comes with the first call: made here or heard of (CALL-34). Until then
 * there is no call and no lock. What is heard meanwhile waits in its order; code that cannot be had leaves
 * the ring to other devices.
 */
export const lateCallDriver =
  (load: () => Promise<MakeCallDriver>): MakeCallDriver =>
  (parts) =>
    new LateDriver(parts, load);

class LateDriver implements CallDriver {
  readonly view: Calls;
  readonly actions: CallDriver['actions'];
  readonly #parts: CallDriverParts;
  readonly #load: () => Promise<MakeCallDriver>;
  readonly #listeners = new Set<() => void>();
  #driver: CallDriver | null = null;
  #coming: Promise<CallDriver> | null = null;
  #waiting: ((driver: CallDriver) => void)[] = [];
  #stopped = false;
  /** The server listed the live calls, and there were none. */
  #noneListed = false;

  constructor(parts: CallDriverParts, load: () => Promise<MakeCallDriver>) {
    this.#parts = parts;
    this.#load = load;
    this.view = {
      get: () => this.#driver?.view.get() ?? null,
      subscribe: (run) => {
        this.#listeners.add(run);
        return () => void this.#listeners.delete(run);
      },
      mayCall: (id) =>
        this.#driver?.view.mayCall(id) ??
        (this.#driver === null
          ? callRefusalOf(parts.store.get(), id, {
              supported: parts.ports.media?.supported ?? false,
              busy: false,
            })
          : null),
    };
    this.actions = {
      startCall: async (to, how) => {
        try {
          return await (await this.#here()).actions.startCall(to, how);
        } catch {
          parts.raise({ kind: 'text', key: 'err.noNetwork' });
          return fail(BROKEN);
        }
      },
      mediaChoices: async () => (await this.#here()).actions.mediaChoices(),
      // The rest is about a call, and there is none before its code is here.
      answerCall: (how) => this.#driver?.actions.answerCall(how),
      hangUp: () => this.#driver?.actions.hangUp(),
      setMicrophone: (on) => this.#driver?.actions.setMicrophone(on),
      setCamera: async (on) => (await this.#driver?.actions.setCamera(on)) ?? fail(BROKEN),
      switchCamera: async (id) => (await this.#driver?.actions.switchCamera(id)) ?? fail(BROKEN),
      switchMicrophone: async (id) => (await this.#driver?.actions.switchMicrophone(id)) ?? fail(BROKEN),
      shareScreen: async (on) => (await this.#driver?.actions.shareScreen(on)) ?? fail(BROKEN),
      minimiseCall: (on) => this.#driver?.actions.minimiseCall(on),
      closeCall: () => this.#driver?.actions.closeCall(),
    };
  }

  signalled(...args: Parameters<CallDriver['signalled']>): void {
    this.#tell((driver) => driver.signalled(...args));
  }

  known(): Readonly<Record<string, number>> {
    return this.#driver?.known() ?? {};
  }

  bound(calls: Parameters<CallDriver['bound']>[0]): void {
    // Nothing that could end, nothing that rings, no end that is still to be said, and no talk to come back
    // to.
    if (
      this.#driver === null &&
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

  looked(...args: Parameters<CallDriver['looked']>): void {
    this.#driver?.looked(...args);
  }

  left(what: 'page' | 'session'): Promise<unknown> | null {
    return this.#driver?.left(what) ?? null;
  }

  closed(): void {
    this.#waiting = [];
    forgetTalk(this.#parts.ports.tabMemory);
    this.#driver?.closed();
  }

  stop(): void {
    this.#stopped = true;
    this.#waiting = [];
    this.#driver?.stop();
  }

  #unsaid(): boolean {
    const self = this.#parts.self();
    return self !== null && anyUnsaid(this.#parts.ports.settings, self);
  }

  /** Now, or as soon as the code is here. */
  #tell(what: (driver: CallDriver) => void): void {
    if (this.#driver !== null) return what(this.#driver);
    if (this.#waiting.length < WAITING_MAX) this.#waiting.push(what);
    this.#here().catch(() => {
      this.#waiting = [];
    });
  }

  async #here(): Promise<CallDriver> {
    this.#coming ??= this.#load().then((make) => this.#begin(make));
    try {
      return await this.#coming;
    } catch (fault) {
      this.#coming = null;
      throw fault;
    }
  }

  #begin(make: MakeCallDriver): CallDriver {
    if (this.#stopped) throw new Error('the client has stopped');
    const driver = make(this.#parts);
    this.#driver = driver;
    driver.view.subscribe(() => {
      for (const run of this.#listeners) run();
    });
    driver.looked(this.#parts.store.get());
    // That it lists them is why a talk may wait for a page to come (CALL-46).
    if (this.#noneListed) driver.bound([]);
    for (const what of this.#waiting.splice(0)) what(driver);
    return driver;
  }
}

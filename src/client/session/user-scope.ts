import type { Clock } from '../../ports/clock.ts';
import type { SentBeside } from '../outbox/beside.ts';
import type { MakeOutbox, Outbox } from '../outbox/outbox.ts';
import { createOutboxRecords } from '../outbox/records.ts';
import type { SenderParts } from '../outbox/sender.ts';
import type { MakePendingChanges, PendingChanges } from '../pending-changes/pending-changes.ts';
import { readStored, type StoredState } from '../persistence/records.ts';
import type { Saver } from '../persistence/saver.ts';
import { createTabHolder, type TabHolder } from '../persistence/tab-holder.ts';
import type { VanishingCode } from './vanishing.ts';
import type { PlainServer } from '../sync/plain-server.ts';
import type { ClientPorts } from '../kernel/ports.ts';
import type { Api } from '../connection/api.ts';
import type { Late } from '../kernel/lazy.ts';
import type { Notices } from '../kernel/notices.ts';
import type { ClientStore } from '../state/store.ts';
import type { KeeperParts, MakeKeeper } from './keeper.ts';
import type { Session } from './session.ts';

/** Everything with the lifetime of one session: stored data, waiting messages, and the tab lock. */
export interface UserScope {
  readonly session: Session;
  readonly outbox: Outbox;
  readonly pendingChanges: PendingChanges;
  /** Reads what waits to be sent, and then takes its turn at sending and saving. */
  load(): Promise<void>;
  /** Does this tab send, save and make sounds? */
  isHeld(): boolean;
  /** There is a network to send by. */
  permit(on: boolean): void;
  networkReturned(): void;
  /** Writes what is unsaved, at once. */
  flush(): Promise<void>;
  /** Ends it; `keep` saves what is unsaved first. */
  stop(keep: boolean): Promise<void>;
}

/** Factories of the queues that send one user's messages. */
export interface MakeOwnQueues {
  readonly createOutbox: MakeOutbox;
  readonly createPendingChanges: MakePendingChanges;
}

export interface ScopeParts {
  readonly ports: ClientPorts;
  readonly api: Api;
  readonly store: ClientStore;
  readonly plain: PlainServer;
  readonly notices: Notices;
  readonly sent: SenderParts;
  readonly beside: SentBeside;
  readonly session: Session;
  readonly stillOpen: () => boolean;
  readonly isLoginCurrent: () => boolean;
  readonly onEmpty: () => void;
  readonly onHold: () => void;
  readonly saver: MakeKeeper;
  readonly sending: MakeOwnQueues;
  readonly vanish: Late<VanishingCode>;
}

/** Reads the stored state of this user; empty if it cannot be read. */
export const readState = ({ ports, session: { user }, vanish }: ScopeParts): Promise<StoredState> =>
  readStored(ports.records, String(user))
    .catch((): StoredState => {
      ports.log.write('warn', 'stored.notRead');
      return { stamp: null, snapshot: null, changes: new Map() };
    })
    .then((stored) =>
      // Expired messages are not shown, and nothing is shown if expiry cannot be determined (VANISH-6).
      stored.snapshot?.contacts.some(({ timers }) => timers)
        ? vanish.get().then(
            (code) => code.eraseStored({ ...ports, user }, stored),
            () => ({ ...stored, snapshot: null }),
          )
        : stored,
    );

/** Shows the stored state, and accepts actions on it at once (SESS-9). */
export function openScope(parts: ScopeParts, stored: StoredState): UserScope {
  const { store, session } = parts;
  if (stored.snapshot)
    store.dispatch({
      type: 'restored',
      snapshot: { ...stored.snapshot, meta: { ...stored.snapshot.meta, self: session.self } },
    });
  else parts.onEmpty();
  if (stored.changes.size > 0)
    store.dispatch({ type: 'pendingRestored', wishes: [...stored.changes.values()].map((row) => row.wish) });
  const baseline = stored.snapshot ? store.get() : null;
  return new Scope(parts, { stamp: stored.stamp, baseline, initialChanges: stored.changes });
}

class Scope implements UserScope {
  readonly session: Session;
  readonly outbox: Outbox;
  readonly pendingChanges: PendingChanges;
  readonly #saver: Saver;
  #holder: TabHolder | null = null;
  readonly #ends: readonly (() => void)[];
  readonly #parts: ScopeParts;

  constructor(parts: ScopeParts, from: Pick<KeeperParts, 'stamp' | 'baseline' | 'initialChanges'>) {
    const { ports, api, store, plain, notices, session, stillOpen, isLoginCurrent, sending } = parts;
    const clock: Clock = ports.clock;
    this.session = session;
    this.#parts = parts;
    this.outbox = sending.createOutbox({
      user: session.user,
      clock,
      random: ports.random,
      log: ports.log,
      records: createOutboxRecords(session.user, ports.records, ports.settings),
      sent: parts.sent,
      beside: parts.beside,
      isLoginCurrent,
      dispatch: (event) => store.dispatch(event),
      watch: ports.watch,
    });
    this.pendingChanges = sending.createPendingChanges({
      clock,
      api,
      get: () => store.get(),
      dispatch: (event) => store.dispatch(event),
      took: (change) => plain.took(change),
      raise: (notice) => notices.raise(notice),
      settings: ports.settings,
      newOp: () => ports.ids.uuid(),
      user: session.user,
      watch: ports.watch,
    });
    this.#saver = parts.saver({
      ...ports,
      store,
      user: session.user,
      login: session.login,
      ...from,
      stillMine: () => stillOpen() && isLoginCurrent(),
      pendingChanges: this.pendingChanges,
    });
    this.#ends = [
      store.subscribe(() => {
        this.pendingChanges.onChange(store.get());
        this.#saver.onChange();
      }),
      ports.device.onLeaving(() => void this.#saver.flush()),
    ];
    this.pendingChanges.resume();
  }

  async load(): Promise<void> {
    const { ports, session, stillOpen } = this.#parts;
    await this.outbox.load().catch(() => ports.log.write('warn', 'outbox.notRead'));
    if (!stillOpen()) return;
    this.#holder = createTabHolder({
      lock: ports.tabLock,
      device: ports.device,
      name: String(session.user),
      onHold: (on) => this.#onHold(on),
    });
  }

  isHeld(): boolean {
    return this.#holder?.isHolder() ?? false;
  }

  permit(on: boolean): void {
    this.outbox.permit(on);
    this.pendingChanges.permit(on);
  }

  networkReturned(): void {
    this.outbox.networkReturned();
    this.pendingChanges.networkReturned();
  }

  flush(): Promise<void> {
    return this.#saver.flush();
  }

  async stop(keep: boolean): Promise<void> {
    const saving = keep ? this.#saver.flush() : Promise.resolve();
    for (const end of this.#ends) end();
    this.outbox.stop();
    this.pendingChanges.stop();
    await saving;
    await this.#saver.stop();
    this.#holder?.stop();
  }

  #onHold(on: boolean): void {
    this.outbox.hold(on);
    this.#saver.hold(on);
    if (!on) return;
    this.#parts.onHold();
    this.pendingChanges.tellDrafts();
  }
}

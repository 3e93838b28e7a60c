import type { UserId } from '../../domain/ids.ts';
import { server } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { LocalUser } from './audience.ts';
import type { Session } from './session.ts';

/**
 * Who is online, told to contacts only. Changes are joined per receiver and go out once a second: one
 * frame for our client, single ones for plain clients (PRES-2).
 */
export class Presence {
  /** Receiver → who → newest state. */
  private readonly waiting = new Map<LocalUser, Map<UserId, boolean>>();
  private timer: unknown = null;

  constructor(
    private readonly contactsOf: (user: LocalUser) => readonly LocalUser[],
    private readonly clock: Clock,
    private readonly enabled: () => boolean,
  ) {}

  changed(user: LocalUser, online: boolean): void {
    if (this.enabled()) this.tell(user.id, this.contactsOf(user), online);
  }

  tell(user: UserId, contacts: readonly LocalUser[], online: boolean): void {
    if (!this.enabled()) return;
    for (const contact of contacts) {
      const changes = this.waiting.get(contact) ?? new Map<UserId, boolean>();
      changes.set(user, online);
      this.waiting.set(contact, changes);
    }
    if (this.waiting.size > 0) this.timer ??= this.clock.setTimeout(() => this.flush(), server.presenceEveryMs);
  }

  stop(): void {
    this.clock.clearTimeout(this.timer);
    this.waiting.clear();
  }

  private flush(): void {
    this.timer = null;
    const time = Math.floor(this.clock.nowMs() / 1_000);
    for (const [contact, changes] of this.waiting) {
      for (const session of contact.sessions) tell(session, changes, time);
    }
    this.waiting.clear();
  }
}

function tell(session: Session, changes: ReadonlyMap<UserId, boolean>, time: number): void {
  if (session.ours) {
    const of = (state: boolean) => [...changes].filter(([, online]) => online === state).map(([id]) => id);
    session.send(JSON.stringify({ type: 'presence', time, data: { on: of(true), off: of(false) } }));
    return;
  }
  for (const [id, online] of changes) {
    session.send(JSON.stringify({ type: 'isOnline', time, data: { id, is_online: online ? 1 : 0 } }));
  }
}

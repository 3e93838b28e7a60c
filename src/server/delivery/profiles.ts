import type { StreamId, UserId } from '../../domain/ids.ts';
import { privateStream, userOfStream } from '../../domain/ids.ts';
import { serverLimits } from '../kernel/limits.ts';
import type { ReadTx, StorePoint } from '../../ports/store.ts';
import type { Core, FreshEvent } from '../kernel/core.ts';
import { profileViews } from '../frames/profile-data.ts';
import type { ProfileData } from '../frames/profile-data.ts';
import type { Audience, LocalUser } from './audience.ts';
import { isCommunity } from '../../domain/config.ts';

const NOBODY: ReadonlySet<LocalUser> = new Set();

/** A changed profile and its local receivers. */
export interface ProfileReport {
  readonly text: string;
  readonly users: ReadonlySet<LocalUser>;
}

/**
 * Sends a new name or picture to all users who share a conversation with the user (STREAM-17). This node
 * knows its own writes, and finds those of others in the store, once a second. A register: repeating it is
 * harmless.
 */
export class Profiles {
  /** Changed here and not sent yet. */
  private readonly waiting = new Set<UserId>();
  /**
   * Profiles sent since the last look, or found by it: during a long transaction a look finds the same again.
   */
  private sentRevs = new Map<UserId, number>();
  /** Changes before a user came here reach them by `sync`. */
  private since: StorePoint | null = null;

  constructor(
    private readonly audience: Audience,
    private readonly core: Pick<Core, 'config' | 'clock'>,
  ) {}

  get isWaiting(): boolean {
    return this.waiting.size > 0;
  }

  published(events: readonly FreshEvent[]): void {
    if (this.audience.empty) return;
    for (const { stream, facts } of events) {
      const user = facts.kind === 'profile' && facts.shown ? userOfStream(stream) : null;
      if (user !== null) this.waiting.add(user);
    }
  }

  /**
   * With other nodes: a user is about to listen here; `now` is the moment at which their streams were read.
   */
  begin(now: StorePoint): void {
    this.since ??= now;
  }

  /** Changes to send, of one moment; `now` if the store is searched for writes of other nodes. */
  async read(tx: ReadTx, now: StorePoint | null): Promise<readonly ProfileReport[]> {
    const here = [...this.waiting];
    const changed =
      now === null || this.since === null
        ? []
        : await tx.profiles.since(this.since, serverLimits.profilesMax);
    const elsewhere = changed.filter(
      ({ user, rev }) => this.sentRevs.get(user) !== rev && !this.waiting.has(user),
    );
    const own = await tx.profiles.of(here);
    const outgoing: ProfileReport[] = [];
    const views = await profileViews(tx, [...own, ...elsewhere], this.core.clock.nowMs());
    for (const view of views) {
      const { id } = view.others;
      const users = await this.watchersOf(tx, id);
      const contacts = view.contacts === view.others ? NOBODY : await this.contactsAmong(tx, id, users);
      outgoing.push({
        text: this.textOf(view.others),
        users: new Set([...users].filter((one) => !contacts.has(one))),
      });
      if (contacts.size > 0) outgoing.push({ text: this.textOf(view.contacts), users: contacts });
    }
    for (const user of here) this.waiting.delete(user);
    if (now !== null && this.since !== null) {
      this.sentRevs = new Map(changed.map(({ user, rev }) => [user, rev]));
      this.since = now;
    } else if (this.since !== null) for (const { user, rev } of own) this.sentRevs.set(user, rev);
    return outgoing;
  }

  /** Those who may see the user's extras: as presence, the user's contacts and own devices (PRES-4c). */
  private async contactsAmong(
    tx: ReadTx,
    user: UserId,
    users: ReadonlySet<LocalUser>,
  ): Promise<ReadonlySet<LocalUser>> {
    const apart = new Set(await tx.blocked.apart(user));
    const isClosed = !isCommunity(this.core.config());
    return new Set(
      [...users].filter(
        (one) =>
          one.id === user ||
          (!apart.has(one.id) &&
            ((isClosed && !one.isGuest) ||
              this.audience.stream(privateStream(user, one.id))?.users.has(one) === true)),
      ),
    );
  }

  private textOf(one: ProfileData): string {
    return JSON.stringify({
      type: 'profiles',
      time: Math.floor(this.core.clock.nowMs() / 1_000),
      data: { list: [one] },
    });
  }

  private async watchersOf(tx: ReadTx, user: UserId): Promise<ReadonlySet<LocalUser>> {
    const known = isCommunity(this.core.config()) ? [] : this.audience.withoutGuests();
    const readers = (stream: StreamId) => [...(this.audience.stream(stream)?.users ?? [])];
    const own = this.audience.user(user);
    return new Set([...known, ...(own ? [own] : []), ...(await tx.members.streamsOf(user)).flatMap(readers)]);
  }
}

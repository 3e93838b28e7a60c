import type { UserId } from '../../../domain/ids.ts';
import { duration } from '../../../domain/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Day, Store } from '../../../ports/store.ts';
import { code } from '../../../wire/envelope.ts';
import type { Core, QuotaSettings } from '../../kernel/core.ts';
import { MEGABYTE, quotaLimits as limits } from '../../kernel/limits.ts';
import { Refusal, writeUnlessRefused } from '../../kernel/refusal.ts';

interface Count {
  /** Total of all nodes, as last read, plus this node's additions. */
  total: number;
  endsMs: number;
  /** The part not in the database yet. */
  unwritten: number;
}

/** Each quota of a user: used, maximum (0: no limit), and the time of its reset (0: nothing is used). */
export type Used = Readonly<
  Record<
    'messages' | 'files' | 'bytes',
    { readonly used: number; readonly max: number; readonly endsMs: number }
  >
>;

type Parts = Pick<Core, 'store' | 'clock' | 'log' | 'settings'>;

/**
 * Daily quotas, stored in the database, so that they survive a restart and hold across nodes (LIMIT-14).
 * Files are counted there one by one; messages in memory and written periodically: a crash, or another node,
 * gives away at most what was sent in that time.
 */
export class Quotas {
  readonly #parts: Parts;
  readonly #room: (promised: number) => Promise<boolean>;
  readonly #counts = new Map<UserId, Count>();
  readonly #dirty = new Set<UserId>();
  #timer: unknown = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#room = createRoom(parts.store, parts.clock, this.#max.allFilesMb * MEGABYTE);
  }

  /** A promise only where the database has to be asked first. */
  takeMessages(user: UserId, items: number): Promise<Refusal | null> | Refusal | null {
    const max = this.#max.messages;
    if (max === 0) return null;
    if (!this.#counts.has(user)) return this.#learn(user).then(() => this.#take(user, items, max));
    return this.#take(user, items, max);
  }

  #take(user: UserId, items: number, max: number): Refusal | null {
    const count = this.#running(user);
    if (count.total + items > max)
      return this.#quotaRefusal('quotaMessages', count, { max, used: count.total }, code.refused);
    count.total += items;
    count.unwritten += items;
    this.#dirty.add(user);
    this.#timer ??= this.#parts.clock.setTimeout(() => void this.write(), limits.writeMs);
    return null;
  }

  /** Both or none. */
  takeFile(user: UserId, bytes: number): Promise<Refusal | null> {
    const { files, filesMb } = this.#max;
    return writeUnlessRefused(this.#parts.store, async (tx) => {
      const count = await tx.usage.add(nameOf('files', user), 1, limits.windowMs);
      if (files > 0 && count.used > files)
        return this.#quotaRefusal('quotaFiles', count, { max: files, used: count.used - 1 }, code.early);
      const size = await tx.usage.add(nameOf('bytes', user), bytes, limits.windowMs);
      const totalMb = Math.ceil((size.used - bytes) / MEGABYTE);
      if (filesMb > 0 && size.used > filesMb * MEGABYTE)
        return this.#quotaRefusal('quotaBytes', size, { max: filesMb, used: totalMb }, code.early);
      return null;
    });
  }

  /** Checks that all files together may grow by this size. */
  async checkRoom(promised: number): Promise<Refusal | null> {
    return (await this.#room(promised))
      ? null
      : new Refusal('quotaServer', { code: code.early, facts: { max: this.#max.allFilesMb } });
  }

  async usage(user: UserId): Promise<Used> {
    const { messages, files, filesMb } = this.#max;
    const now = this.#parts.clock.nowMs();
    return this.#parts.store.read(async (tx) => {
      const row = async (what: Kind, max: number, unwritten = 0) => {
        const day = await tx.usage.of(nameOf(what, user));
        const runs = day !== null && isRunning(day, now);
        return {
          used: (runs ? day.used : 0) + unwritten,
          max,
          endsMs: runs ? day.endsMs : unwritten > 0 ? now + limits.windowMs : 0,
        };
      };
      const count = this.#counts.get(user);
      return {
        messages: await row('messages', messages, count && isRunning(count, now) ? count.unwritten : 0),
        files: await row('files', files),
        bytes: await row('bytes', filesMb * MEGABYTE),
      };
    });
  }

  /**
   * Writes the counts in memory, a few users at a time and in a fixed order, so that nodes do not deadlock.
   */
  write(): Promise<void> {
    this.#parts.clock.clearTimeout(this.#timer);
    this.#timer = null;
    const users = [...this.#dirty].toSorted((a, b) => a - b);
    this.#dirty.clear();
    this.#writing = this.#writing.then(() => this.#writeAll(users));
    return this.#writing;
  }

  stop(): Promise<void> {
    return this.write();
  }

  get #max(): QuotaSettings {
    return this.#parts.settings.quota ?? limits;
  }

  async #learn(user: UserId): Promise<void> {
    const day = await this.#parts.store.read((tx) => tx.usage.of(nameOf('messages', user)));
    // A concurrent request may have read it, and counted since.
    if (!this.#counts.has(user))
      this.#counts.set(user, { total: day?.used ?? 0, endsMs: day?.endsMs ?? 0, unwritten: 0 });
  }

  #running(user: UserId): Count {
    const now = this.#parts.clock.nowMs();
    const count = this.#counts.get(user);
    if (count && isRunning(count, now)) return count;
    const fresh = { total: 0, endsMs: now + limits.windowMs, unwritten: 0 };
    this.#counts.set(user, fresh);
    return fresh;
  }

  async #writeAll(users: readonly UserId[]): Promise<void> {
    for (let at = 0; at < users.length; at += limits.writeAtOnce)
      await this.#writeSome(users.slice(at, at + limits.writeAtOnce));
    this.#forget();
  }

  async #writeSome(users: readonly UserId[]): Promise<void> {
    const { store, clock, log } = this.#parts;
    const now = clock.nowMs();
    const costs = users.flatMap((user) => {
      const count = this.#counts.get(user);
      return count && count.unwritten > 0 && isRunning(count, now)
        ? [{ user, count, cost: count.unwritten }]
        : [];
    });
    if (costs.length === 0) return;
    try {
      const days = await store.write(async (tx) => {
        const days: Day[] = [];
        for (const { user, cost } of costs)
          days.push(await tx.usage.add(nameOf('messages', user), cost, limits.windowMs));
        return days;
      });
      for (const [index, { count, cost }] of costs.entries()) {
        const day = days[index];
        count.unwritten -= cost;
        if (day) [count.total, count.endsMs] = [day.used + count.unwritten, day.endsMs];
      }
    } catch (error) {
      // They stay counted here, and go with the next ones of the same people.
      log.write('warn', 'quotas not written', { error: String(error) });
    }
  }

  /** Drops counts the database has; they can be read again. */
  #forget(): void {
    for (const [user, count] of this.#counts) {
      if (this.#counts.size <= limits.usersMax) return;
      if (count.unwritten === 0) this.#counts.delete(user);
    }
  }

  #quotaRefusal(
    reason: 'quotaMessages' | 'quotaFiles' | 'quotaBytes',
    { endsMs }: { readonly endsMs: number },
    facts: { readonly max: number; readonly used: number },
    answer: number,
  ): Refusal {
    const minutes = Math.max(1, Math.ceil((endsMs - this.#parts.clock.nowMs()) / duration.MINUTE));
    return new Refusal(reason, {
      code: answer,
      facts: { ...facts, hours: Math.floor(minutes / 60), minutes: minutes % 60 },
    });
  }
}

type Kind = keyof Used;

const nameOf = (what: Kind, user: UserId): string => `${what}:${user}`;

/** A window that ends later than possible was started by a clock that has been set back since. */
const isRunning = ({ endsMs }: { readonly endsMs: number }, now: number): boolean =>
  endsMs > now && endsMs <= now + limits.windowMs;

/**
 * Checks whether files of this size fit below `max` in total (0: no limit). New files of any node are added
 * before each answer; removed ones are noticed at the next full recount.
 */
function createRoom(
  store: Store,
  clock: Pick<Clock, 'elapsedMs'>,
  max: number,
): (promised: number) => Promise<boolean> {
  let [bytes, last, lastRecountMs] = [0, 0, Number.NEGATIVE_INFINITY];
  let counting: Promise<void> = Promise.resolve();
  const count = async (): Promise<void> => {
    const now = clock.elapsedMs();
    if (now - lastRecountMs > limits.recountMs) [bytes, last, lastRecountMs] = [0, 0, now];
    for (;;) {
      const from = last;
      const part = await store.read((tx) => tx.files.bytes(from, limits.recountStep));
      if (!part) return;
      bytes += part.bytes;
      last = part.last;
    }
  };
  return async (promised) => {
    if (max === 0) return true;
    const turn = counting.then(count);
    counting = turn.catch(() => {
      lastRecountMs = Number.NEGATIVE_INFINITY;
    });
    await turn;
    return bytes + promised <= max;
  };
}

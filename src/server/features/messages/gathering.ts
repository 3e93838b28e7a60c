import { groupOfStream, messageId } from '../../../domain/ids.ts';
import { reactionLimits as limits } from '../../../domain/message-limits.ts';
import { gatherWaitMs } from '../../../domain/reactions.ts';
import type { Core } from '../../kernel/core.ts';

interface Waiting<A, D> {
  readonly request: A;
  readonly resolve: (answer: D) => void;
  readonly failed: (error: unknown) => void;
}

/** Recent actions on one message. */
interface Burst<A, D> {
  /** Time of the last write. */
  lastMs: number;
  /** Known once a second one arrives within the window. */
  members: number | null;
  isBusy: boolean;
  waiting: Waiting<A, D>[];
  timer: unknown;
}

/** Writes all of these about one message in one command, and answers each in its place. */
type WriteTogether<A, D> = (core: Core, id: string, requests: readonly A[]) => Promise<readonly D[]>;

/**
 * Merges simultaneous reactions or votes on one message: while one command runs the others wait and are
 * written together, and in a large conversation the window must have passed as well (REACT-6, POLL-5).
 * Answers follow the commit, so that a dead node loses no acknowledged action.
 */
export class Gathering<A, D> {
  private readonly bursts = new Map<string, Burst<A, D>>();

  constructor(
    private readonly core: Core,
    private readonly writeTogether: WriteTogether<A, D>,
  ) {}

  async add(id: string, request: A): Promise<D> {
    const current = this.bursts.get(id);
    if (!current && this.bursts.size >= limits.gatheringMax) {
      const [answer] = await this.writeTogether(this.core, id, [request]);
      return answer as D;
    }
    const burst = current ?? { lastMs: 0, members: null, isBusy: false, waiting: [], timer: null };
    this.bursts.set(id, burst);
    return new Promise<D>((resolve, failed) => {
      burst.waiting.push({ request, resolve, failed });
      if (burst.isBusy) return;
      if (current) void this.plan(id, burst);
      else void this.write(id, burst);
    });
  }

  stop(): void {
    for (const { timer } of this.bursts.values()) this.core.clock.clearTimeout(timer);
  }

  private async plan(id: string, burst: Burst<A, D>): Promise<void> {
    const { clock } = this.core;
    burst.isBusy = true;
    clock.clearTimeout(burst.timer);
    burst.members ??= await this.membersOf(id).catch(() => 0);
    const waitMs = gatherWaitMs(burst.members, clock.elapsedMs() - burst.lastMs);
    if (waitMs === 0) return this.write(id, burst);
    burst.timer = clock.setTimeout(() => void this.write(id, burst), waitMs);
  }

  private async write(id: string, burst: Burst<A, D>): Promise<void> {
    const { clock } = this.core;
    burst.isBusy = true;
    const part = burst.waiting.splice(0, limits.gatheredMax);
    try {
      const answers = await this.writeTogether(
        this.core,
        id,
        part.map(({ request }) => request),
      );
      for (const [at, { resolve }] of part.entries()) resolve(answers[at] as D);
    } catch (error) {
      for (const { failed } of part) failed(error);
    }
    burst.isBusy = false;
    burst.lastMs = clock.elapsedMs();
    if (burst.waiting.length > 0) return this.plan(id, burst);
    burst.timer = clock.setTimeout(() => this.bursts.delete(id), limits.gatherMs);
  }

  /** Read only if a second one arrives within the window. */
  private membersOf(id: string): Promise<number> {
    return this.core.store.read(async (tx) => {
      const row = await tx.messages.byId(messageId(id));
      return row === null || groupOfStream(row.stream) === null ? 0 : tx.members.count(row.stream);
    });
  }
}

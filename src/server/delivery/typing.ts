import { parseTarget, streamOf } from '../../domain/ids.ts';
import type { StreamId, UserId } from '../../domain/ids.ts';
import { typingLimits } from '../../domain/limits.ts';
import type { TypingStatus } from '../../domain/typing.ts';
import { conversationFor, wireId } from '../frames/wire-values.ts';
import type { Core } from '../kernel/core.ts';
import { typingReads as limits } from '../kernel/limits.ts';
import { RateCounter } from '../kernel/rate.ts';
import { Refusal } from '../kernel/refusal.ts';
import { writeAccess } from '../access/conversation.ts';
import type { Audience } from './audience.ts';

type Parts = Pick<Core, 'store' | 'clock' | 'config' | 'log' | 'meter' | 'peers'>;

/** A typing signal between nodes: the user, the activity and the place. */
interface TypingSignal {
  readonly stream: StreamId;
  readonly user: UserId;
  readonly name: string;
  readonly what: TypingStatus;
}

/** A user's right to signal there: cached until events other than messages occur, and briefly. */
interface Right {
  readonly name: string;
  readonly ruled: number;
  readonly config: ReturnType<Core['config']>;
  readonly untilMs: number;
}

interface TypingState {
  reportedMs: number;
  /** The signal still has to be ended. */
  open: boolean;
  /** Name shown to others, and the expiry without further signals. */
  shown: { readonly name: string; readonly untilMs: number } | null;
  right: Right | null;
}

const keyOf = (user: UserId, stream: StreamId): string => `${user} ${stream}`;
const nothingSaid = (): TypingState => ({
  reportedMs: Number.NEGATIVE_INFINITY,
  open: false,
  shown: null,
  right: null,
});

/**
 * Typing signals, sent to the other online members of the conversation (TYPING-1). Nothing is stored, and an
 * unchanged conversation needs no query: each node knows its local readers.
 */
export class Typing {
  private readonly states = new Map<string, TypingState>();
  private readonly rates: RateCounter;
  private reading = 0;

  constructor(
    private readonly core: Parts,
    private readonly audience: Audience,
  ) {
    this.rates = new RateCounter(core.clock);
    core.peers?.hear('typing', (signal) => this.receiveFromNode(signal as TypingSignal));
  }

  /** Our client reports this user's typing (TYPING-4). */
  receive(user: UserId, to: string, what: TypingStatus): void {
    const target = parseTarget(to);
    const stream = target && streamOf(user, target);
    if (!stream || (target.kind !== 'person' && target.kind !== 'group')) return;
    const own = this.audience.user(user);
    if (own?.streams.has(stream) !== true || !own.privacy.typing) return;
    const key = keyOf(user, stream);
    const state = this.states.get(key) ?? nothingSaid();
    const now = this.core.clock.elapsedMs();
    if (what === 'stop') {
      if (state.open) this.end(state, user, stream);
      return;
    }
    if (now - state.reportedMs < typingLimits.everyMs) return;
    if (this.rates.take(String(user), { times: typingLimits.atOnceMax, windowMs: typingLimits.everyMs }) > 0)
      return;
    Object.assign(state, { reportedMs: now, open: true });
    this.keep(key, state);
    if (this.isGood(state.right, stream, now))
      this.show(state, { stream, user, name: state.right.name, what });
    else void this.ask(state, user, { to, stream, what });
  }

  /** Another device of the user sent a message there: it ends typing here as well. */
  private receiveFromNode(signal: TypingSignal): void {
    const { user, stream, what } = signal;
    if (what !== 'stop' && this.audience.user(user)) {
      const key = keyOf(user, stream);
      const state = this.states.get(key) ?? nothingSaid();
      state.reportedMs = this.core.clock.elapsedMs();
      this.keep(key, state);
    }
    this.sendHere(signal);
  }

  private show(state: TypingState, signal: TypingSignal): void {
    state.shown = { name: signal.name, untilMs: this.core.clock.elapsedMs() + typingLimits.hideAfterMs };
    this.tell(signal);
  }

  /**
   * Ends a signal once; one still being checked was never sent, and an expired one is over. An earlier signal
   * is ended all the same.
   */
  private end(state: TypingState, user: UserId, stream: StreamId): void {
    const { shown } = state;
    Object.assign(state, { open: false, shown: null });
    if (shown !== null && shown.untilMs > this.core.clock.elapsedMs())
      this.tell({ stream, user, name: shown.name, what: 'stop' });
  }

  private keep(key: string, state: TypingState): void {
    this.states.delete(key);
    this.states.set(key, state);
    if (this.states.size > limits.cacheMax)
      for (const oldest of this.states.keys()) return void this.states.delete(oldest);
  }

  private isGood(right: Right | null, stream: StreamId, now: number): right is Right {
    return (
      right !== null &&
      right.untilMs > now &&
      right.config === this.core.config() &&
      right.ruled === this.audience.stream(stream)?.ruled
    );
  }

  private async ask(
    state: TypingState,
    user: UserId,
    { to, stream, what }: { readonly to: string; readonly stream: StreamId; readonly what: TypingStatus },
  ): Promise<void> {
    state.right = null;
    if (this.reading >= limits.atOnce) return;
    this.reading += 1;
    const { last, ruled } = this.audience.stream(stream) ?? { last: 0, ruled: 0 };
    try {
      const name = await this.nameOf(user, to);
      if (name === null) return;
      const { clock, config } = this.core;
      state.right = { name, ruled, config: config(), untilMs: clock.elapsedMs() + limits.goodMs };
      // The message may have arrived, or the user may have turned it off, in the meantime.
      const isWanted = state.open && this.audience.user(user)?.privacy.typing === true;
      if (isWanted && this.audience.stream(stream)?.last === last)
        this.show(state, { stream, user, name, what });
    } catch (error) {
      this.core.log.write('warn', 'who is typing was not read', { error: String(error) });
    } finally {
      this.reading -= 1;
    }
  }

  /** The user's name, if they may write there now and the chat is small enough; otherwise null. */
  private nameOf(user: UserId, to: string): Promise<string | null> {
    return this.core.store.read(async (tx) => {
      const at = await writeAccess(this.core, tx, user, to, this.core.clock.nowMs());
      if (at instanceof Refusal) return null;
      if (at.kind === 'group' && (await tx.members.count(at.stream)) > typingLimits.peopleMax) return null;
      return (await tx.users.byId(user))?.realname ?? null;
    });
  }

  private tell(signal: TypingSignal): void {
    this.sendHere(signal);
    this.core.peers?.say('typing', signal);
  }

  /** Ours alone: the contract has no frame for it. */
  private sendHere({ stream, user, name, what }: TypingSignal): void {
    const time = Math.floor(this.core.clock.nowMs() / 1_000);
    let [text, of] = ['', ''];
    for (const reader of this.audience.stream(stream)?.users ?? []) {
      if (reader.id === user || !reader.privacy.typing || reader.apart.has(user)) continue;
      const place = conversationFor(reader.id, stream);
      if (place !== of) {
        of = place;
        const data = { toContactId: wireId(place), user_id: user, name, what };
        text = JSON.stringify({ type: 'typing', time, data });
      }
      for (const session of reader.sessions) if (session.ours) session.send(text);
      this.core.meter?.frames(reader.sessions.size);
    }
  }
}

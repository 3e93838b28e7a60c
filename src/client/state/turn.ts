import { unreachable } from '../../domain/assert.ts';
import type { FramedEvent, Origin } from '../../domain/events.ts';
import { userStream } from '../../domain/ids.ts';
import type { StreamId } from '../../domain/ids.ts';
import type { SyncFacts } from '../../wire/down/sync.ts';
import type { Effect, Input } from './effects.ts';
import { isOther, effectOf, withoutCursor, worthLogging } from './first-turn.ts';
import type { Applied, Op, Turn, TurnCore } from './first-turn.ts';
import type { LocalEvent } from './local-event.ts';
import { positionOf } from './positions.ts';
import { lateCallEnd } from './reduce-calls.ts';
import { effectsOf, reduce } from './reduce.ts';
import { endBinding, failed, SEQUENCE_START, startBinding } from './sequence-start.ts';
import type { SequencerState, SequencerStep } from './sequence-start.ts';
import * as sequencer from './sequence.ts';
import type { Positions } from './sequence.ts';
import type { State } from './state.ts';

export const positionsIn = (state: State): Positions => ({
  of: (stream) => positionOf(state, stream),
  leftAt: (stream) => state.left.get(stream) ?? null,
});

export function turn(core: TurnCore, op: Op, elapsedMs: number): Turn {
  const execution = new Run(core, elapsedMs);
  switch (op.kind) {
    case 'local':
      execution.local(op.event);
      execution.drained('live');
      break;
    case 'framed':
      execution.framed(op.framed, op.origin);
      break;
    case 'bind':
      execution.bind();
      break;
    case 'synced':
      execution.synced(op.answer);
      break;
    case 'syncEnded':
      execution.syncEnded();
      break;
    case 'tick':
      execution.tick();
      break;
    default:
      unreachable(op);
  }
  return execution.result();
}

/** Streams with gaps, with our position; an unknown one is explained by the own stream. */
export function holesIn({ state, sequencer: { gaps } }: TurnCore): Readonly<Record<StreamId, number>> {
  const holes: Record<StreamId, number> = {};
  for (const stream of gaps.keys()) {
    const position = positionOf(state, stream);
    if (position !== null) holes[stream] = position;
    else if (state.self) holes[userStream(state.self.id)] = state.sync.selfSeq;
  }
  return holes;
}

class Run {
  #state: State;
  #sequencer: SequencerState;
  readonly #effects: Effect[] = [];
  readonly #applied: Applied[] = [];
  readonly #elapsedMs: number;

  constructor(core: TurnCore, elapsedMs: number) {
    this.#state = core.state;
    this.#sequencer = core.sequencer;
    this.#elapsedMs = elapsedMs;
  }

  result(): Turn {
    return {
      core: { state: this.#state, sequencer: this.#sequencer },
      effects: this.#effects,
      applied: this.#applied,
    };
  }

  local(event: LocalEvent): void {
    const before = this.#state;
    this.#effects.push(...this.#apply({ kind: 'local', event }));
    if (isOther(before, this.#state, event)) this.#sequencer = SEQUENCE_START;
    if (event.type === 'contactResynced')
      this.#sequencer = sequencer.resynced(this.#sequencer, event.stream, event.contact === null);
  }

  framed(framed: FramedEvent, origin: Origin): void {
    const effects = this.#stepped(
      sequencer.sequence(
        this.#positions(),
        this.#sequencer,
        withoutCursor(this.#sequencer, framed),
        this.#elapsedMs,
      ),
      origin,
    );
    this.#emit(effects, origin);
    this.drained(origin);
  }

  bind(): void {
    this.#sequencer = startBinding(this.#sequencer, this.#elapsedMs);
  }

  /** Frames, then fresh contacts, then registers, then the cursor; what was held follows as live. */
  synced(answer: SyncFacts): void {
    if (answer.full) return;
    const effects: Effect[] = [];
    for (const framed of answer.frames) {
      effects.push(
        ...this.#stepped(
          sequencer.sequenceFetched(this.#positions(), this.#sequencer, framed, this.#elapsedMs),
          'catchUp',
        ),
      );
    }
    for (const one of answer.resync)
      this.local({ type: 'contactResynced', stream: one.stream, contact: one.contact });
    if (answer.config) this.local({ type: 'configLoaded', config: answer.config });
    if (answer.online) this.local({ type: 'presenceLoaded', online: answer.online });
    if (answer.applications !== null)
      this.local({ type: 'applicationsLoaded', pending: answer.applications });
    if (answer.blocked) this.local({ type: 'blockedLoaded', users: answer.blocked });
    if (answer.profiles.length > 0) this.local({ type: 'profilesLoaded', profiles: answer.profiles });
    if (answer.cursor !== null)
      this.local({ type: 'cursorAdopted', cursor: answer.cursor, epoch: answer.epoch });
    this.#emit(effects, 'catchUp');
    if (answer.cursor !== null && !answer.more) this.#release();
    this.drained('live');
  }

  syncEnded(): void {
    this.#release();
    this.#sequencer = failed(this.#sequencer, this.#elapsedMs);
    this.drained('live');
  }

  tick(): void {
    this.#emit(this.#stepped(sequencer.tick(this.#sequencer, this.#elapsedMs), 'live'), 'live');
  }

  /**
   * Applies events that became ready because the positions moved by something else than the stream's next
   * event.
   */
  drained(origin: Origin): void {
    while (this.#sequencer.gaps.size > 0) {
      const step = sequencer.drain(this.#positions(), this.#sequencer);
      if (step.state === this.#sequencer) return;
      this.#emit(this.#stepped(step, origin), origin);
    }
  }

  #release(): void {
    if (!this.#sequencer.binding) return;
    const { frames, state } = endBinding(this.#sequencer);
    this.#sequencer = state;
    for (const framed of frames) this.framed(framed, 'live');
  }

  #stepped(step: SequencerStep, origin: Origin): readonly Effect[] {
    this.#sequencer = step.state;
    const effects: Effect[] = [];
    for (const framed of step.apply) effects.push(...this.#apply({ kind: 'server', framed, origin }));
    if (origin === 'live')
      for (const framed of step.late ?? []) effects.push(...lateCallEnd(this.#state, framed));
    if (step.want) this.#effects.push(effectOf(step.want));
    return effects;
  }

  /** The one place of the live path where the state moves. */
  #apply(input: Input): readonly Effect[] {
    const before = this.#state;
    const { state, effects } = reduce(before, input);
    this.#state = state;
    if (worthLogging(input)) this.#applied.push({ input, before });
    return effects;
  }

  #emit(effects: readonly Effect[], origin: Origin): void {
    if (effects.length > 0) this.#effects.push(...effectsOf(origin, this.#state, effects));
  }

  #positions(): Positions {
    return positionsIn(this.#state);
  }
}

import { assert } from '../../domain/assert.ts';
import type { FramedEvent, Origin } from '../../domain/events.ts';
import type { SyncFacts } from '../../wire/down/sync.ts';
import type { Effect, Input } from './effects.ts';
import type { LocalEvent } from './local-event.ts';
import { type ControlEvent, reduceControl, reduceStart, type StartEvent } from './reduce-start.ts';
import {
  endBinding,
  failed,
  hasHoles,
  SEQUENCE_START,
  startBinding,
  tickOfBind,
  type SequencerState,
  type Want,
} from './sequence-start.ts';
import type { State } from './state.ts';

/**
 * One turn of the client's state: an input arrives, events are ordered and reduced, effects are returned.
 * Pure, so that a script gives the same turns everywhere.
 */
export interface TurnCore {
  readonly state: State;
  readonly sequencer: SequencerState;
}

export type Op =
  | { readonly kind: 'local'; readonly event: LocalEvent }
  | { readonly kind: 'framed'; readonly framed: FramedEvent; readonly origin: Origin }
  | { readonly kind: 'bind' }
  | { readonly kind: 'synced'; readonly answer: SyncFacts }
  | { readonly kind: 'syncEnded' }
  | { readonly kind: 'tick' };

/** An input as it was applied, with the state before it, for the log. */
export interface Applied {
  readonly input: Input;
  readonly before: State;
}

export interface Turn {
  readonly core: TurnCore;
  readonly effects: readonly Effect[];
  readonly applied: readonly Applied[];
}

/**
 * Turns of a page whose code of streams is not loaded yet: the same results as `turn.ts` for all inputs
 * possible by then. No event with a place has been read, so nothing is held and no stream has a gap.
 */
export function firstTurn(core: TurnCore, op: Op, elapsedMs: number): Turn {
  const { state, sequencer } = core;
  switch (op.kind) {
    case 'local': {
      const { event } = op;
      const reduced = reduceStart(state, event as StartEvent);
      return turnAfter(core, reduced.state, { kind: 'local', event }, reduced.effects, event);
    }
    case 'framed': {
      const framed = withoutCursor(sequencer, op.framed);
      const reduced = reduceControl(state, framed.event as ControlEvent);
      return turnAfter(core, reduced.state, { kind: 'server', framed, origin: op.origin }, reduced.effects);
    }
    case 'bind':
      return turnTo(core, startBinding(sequencer, elapsedMs));
    case 'syncEnded':
      return turnTo(core, failed(sequencer.binding ? endBinding(sequencer).state : sequencer, elapsedMs));
    case 'tick': {
      const step = tickOfBind(sequencer, elapsedMs);
      return turnTo(core, step.state, step.want ? [effectOf(step.want)] : []);
    }
    case 'synced':
      assert(false, 'decoded without the code of streams');
  }
}

const turnTo = (core: TurnCore, sequencer: SequencerState, effects: readonly Effect[] = []): Turn => ({
  core: { state: core.state, sequencer },
  effects,
  applied: [],
});

const turnAfter = (
  core: TurnCore,
  state: State,
  input: Input,
  effects: readonly Effect[],
  event?: LocalEvent,
): Turn => ({
  core: { state, sequencer: event && isOther(core.state, state, event) ? SEQUENCE_START : core.sequencer },
  effects,
  applied: worthLogging(input) ? [{ input, before: core.state }] : [],
});

/** A different user or epoch: waiting inputs belong to neither. */
export const isOther = (before: State, after: State, { type }: LocalEvent): boolean =>
  type === 'signedOut' || type === 'epochChanged' || before.self?.id !== after.self?.id;

/** SYNC-5: the cursor of a pong counts only without gaps before it. */
export const withoutCursor = (sequencer: SequencerState, framed: FramedEvent): FramedEvent =>
  framed.event.type === 'ponged' && framed.event.cursor !== null && hasHoles(sequencer)
    ? { ...framed, event: { ...framed.event, cursor: null } }
    : framed;

/** The heartbeat would push everything else out of the ring; only what moves the state is kept. */
export const worthLogging = (input: Input): boolean =>
  input.kind === 'local' || input.framed.event.type !== 'pinged';

export function effectOf(want: Want): Effect {
  switch (want.kind) {
    case 'sync':
      return { type: 'requestSync' };
    case 'resync':
      return { type: 'requestResync', stream: want.stream };
    case 'rebind':
      return { type: 'rebind' };
  }
}

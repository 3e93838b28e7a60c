import type { Place, ServerEvent } from '../../domain/events.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import type { LocalEvent } from './local-event.ts';
import { confirmed } from './pending-wishes.ts';
import { withWindow } from './with-window.ts';
import type { State } from './state.ts';

type PinEvent = Extract<ServerEvent, { type: 'messagePinned' | 'messageUnpinned' }>;
type PinsLoaded = Extract<LocalEvent, { type: 'messagePinsLoaded' }>;

/** The list of an open chat, once it is known; what that speaks of already changes nothing (PINS-1). */
export function messagePinSet(state: State, event: PinEvent, place: Place): Reduced {
  const pin = event.type === 'messagePinned' ? event.pin : null;
  const id = event.type === 'messagePinned' ? event.pin.id : event.id;
  const next = confirmed(state, 'messagePin', id, ({ on }) => on === (pin !== null));
  return {
    state: withWindow(next, event.conversation, (window) => {
      const { pins } = window;
      const seq = place?.seq ?? 0;
      if (pins && seq <= pins.seq) return window;
      const others = pins?.list?.filter((one) => one.id !== id);
      return { ...window, pins: { seq, list: others && (pin ? [pin, ...others] : others) } };
    }),
    effects: NO_EFFECTS,
  };
}

/** One that was read before what is known here since is old: it is asked for again. */
export const messagePinsLoaded = (state: State, { conversation, seq, list }: PinsLoaded): State =>
  withWindow(state, conversation, (window) =>
    (window.pins?.seq ?? 0) > seq
      ? window
      : { ...window, pins: { seq, list: list.filter(({ id }) => !window.erased.has(id)) } },
  );

import type { Place, ServerEvent } from '../../domain/events.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { withKey } from './figures.ts';
import type { LocalEvent } from './local-event.ts';
import { pinsWithChangesSince, whileAwaited } from './meanwhile.ts';
import { confirmed } from './pending-changes.ts';
import { withWindow } from './windows.ts';
import type { State } from './state.ts';

type PinEvent = Extract<ServerEvent, { type: 'messagePinned' | 'messageUnpinned' }>;
type PinsAsked = Extract<LocalEvent, { type: 'messagePinsAsked' }>;
type PinsLoaded = Extract<LocalEvent, { type: 'messagePinsLoaded' }>;

/**
 * Updates the pin list of an open chat, once it is loaded; changes it already reflects are ignored (PINS-1).
 */
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

/** Starts recording changes that the answer may not include. */
export function messagePinsAsked(state: State, { conversation: id, on }: PinsAsked): State {
  const window = state.conversations.get(id);
  if (window === undefined || (window.pinsAsked === true) === on) return state;
  const next = whileAwaited({ ...window, pinsAsked: on || undefined });
  return { ...state, conversations: withKey(state.conversations, id, next) };
}

/** A list older than the known changes is requested again. */
export const messagePinsLoaded = (state: State, { conversation, seq, list }: PinsLoaded): State =>
  withWindow(state, conversation, (window) => {
    if ((window.pins?.seq ?? 0) > seq) return window;
    const remaining = list.filter(({ id }) => !window.erased.has(id));
    const pins = { seq, list: pinsWithChangesSince(window, remaining) };
    return whileAwaited({ ...window, pins, pinsAsked: undefined });
  });

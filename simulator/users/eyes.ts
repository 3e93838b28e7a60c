import type { ContactId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import type { ActContext } from './act-context.ts';

/** Messages on a user's screen: users act on visible ones. */
export function visibleMessages({ tab, step, world }: ActContext): readonly Message[] {
  const state = tab.state();
  const windows = [...state.conversations.values()].filter((one) => one.size > 0);
  const window =
    windows.find((one) => one.id === state.open && step.a % 3 !== 0) ??
    windows[step.a % Math.max(1, windows.length)];
  const messages = (window?.chunks ?? []).flatMap((chunk) => [...chunk]);
  return world.eyes > 0 ? messages.slice(-world.eyes) : messages;
}

/** The chat of a visible message. */
export const placeOf = ({ tab }: ActContext, id: string): ContactId | undefined =>
  [...tab.state().conversations.values()].find((one) => one.chunks.flat().some((line) => line.id === id))?.id;

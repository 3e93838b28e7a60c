import type { ServerEvent } from '../../domain/events.ts';
import { withTimer } from '../../domain/vanish.ts';
import type { Timer } from '../../domain/vanish.ts';
import { changedContact } from './counting.ts';
import { patched } from './figures.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import type { State } from './state.ts';

const NONE: readonly Timer[] = [];

/** Sets the lifetime of new messages in a conversation (VANISH-2). */
export const timerSet = (
  state: State,
  { conversation, timer }: Extract<ServerEvent, { type: 'timerSet' }>,
): Reduced => ({
  state: changedContact(state, conversation, (contact) =>
    patched(contact, { timers: withTimer(contact.timers ?? NONE, timer) }),
  ),
  effects: NO_EFFECTS,
});

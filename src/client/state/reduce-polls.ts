import type { ServerEvent } from '../../domain/events.ts';
import { sameChoice } from '../../domain/poll.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { withChange } from './meanwhile.ts';
import { confirmed } from './pending-wishes.ts';
import { holderOf } from './reduce-erasure.ts';
import type { State } from './state.ts';
import { withWindow } from './with-window.ts';

/** Applies the present result of a poll; neither unread counts nor the list change (POLL-4). */
export function pollChanged(state: State, event: Extract<ServerEvent, { type: 'pollChanged' }>): Reduced {
  const { type: _type, conversation, ...line } = event;
  const { id: message, mine } = line;
  const change = { kind: 'polled', ...line } as const;
  const id = conversation ?? holderOf(state, message);
  if (id === null) return { state, effects: NO_EFFECTS };
  const next = withWindow(state, id, (window) => withChange(window, change));
  const isSo = ({ options }: { readonly options: readonly number[] }) =>
    mine !== null && sameChoice(options, mine);
  return { state: confirmed(next, 'vote', message, isSo), effects: NO_EFFECTS };
}

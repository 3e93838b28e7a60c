import type { ServerEvent } from '../../domain/events.ts';
import { sameChoice } from '../../domain/poll.ts';
import { NO_EFFECTS, type Reduced } from './effects.ts';
import { withChange } from './meanwhile.ts';
import { messagePinSet } from './message-pins.ts';
import { confirmed } from './pending-changes.ts';
import { holderOf } from './reduce-erasure.ts';
import { messageReacted } from './reduce-reactions.ts';
import { threadFollowSet } from './reduce-threads.ts';
import type { State } from './state.ts';
import { withWindow } from './windows.ts';

/** Applies the present result of a poll; neither unread counts nor the list change (POLL-4). */
function pollChanged(state: State, event: Extract<ServerEvent, { type: 'pollChanged' }>): Reduced {
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

type PreviewedEvent = Extract<ServerEvent, { type: 'messagePreviewed' }>;

/** Sets the present card of a text; nothing else changes (PREVIEW-7). */
function messagePreviewed(state: State, { conversation, id, link }: PreviewedEvent): Reduced {
  const holder = conversation ?? holderOf(state, id);
  const confirmedState = confirmed(state, 'card', id, ({ url }) => link?.url !== url);
  if (holder === null) return { state: confirmedState, effects: NO_EFFECTS };
  const next = withWindow(confirmedState, holder, (window) =>
    withChange(window, { kind: 'linked', id, link }),
  );
  return { state: next, effects: NO_EFFECTS };
}

/** How the events of each part under a message change the state. */
export const PART_REDUCERS = {
  messagePinned: messagePinSet,
  messageUnpinned: messagePinSet,
  messageReacted,
  messagePreviewed,
  pollChanged,
  threadFollowSet,
} as const;

import type { ServerEvent } from '../../domain/events.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { withChange } from './meanwhile.ts';
import { confirmed } from './pending-wishes.ts';
import { holderOf } from './reduce-erasure.ts';
import type { State } from './state.ts';
import { withWindow } from './with-window.ts';

type PreviewedEvent = Extract<ServerEvent, { type: 'messagePreviewed' }>;

/** Sets the present card of a text; nothing else changes (PREVIEW-7). */
export function messagePreviewed(state: State, { conversation, id, link }: PreviewedEvent): Reduced {
  const holder = conversation ?? holderOf(state, id);
  const confirmedState = confirmed(state, 'card', id, ({ url }) => link?.url !== url);
  if (holder === null) return { state: confirmedState, effects: NO_EFFECTS };
  const next = withWindow(confirmedState, holder, (window) =>
    withChange(window, { kind: 'linked', id, link }),
  );
  return { state: next, effects: NO_EFFECTS };
}

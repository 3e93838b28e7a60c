import type { ServerEvent } from '../../domain/events.ts';
import type { Preference } from '../../domain/kept.ts';
import { chatOfDraft } from '../../domain/kept.ts';
import { EMPTY_DRAFT } from '../../domain/message.ts';
import type { Draft } from '../../domain/message.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { confirmed } from './pending-wishes.ts';
import type { State } from './state.ts';
import type { KeptState } from './kept-shown.ts';

/** A value as it is now, whichever of my devices wrote it (KEPT-1). */
export function setPreference(
  state: State,
  { op, kept }: Extract<ServerEvent, { type: 'keptSet' }>,
): Reduced {
  const next = confirmed(state, 'keep', kept.name, (wish) => wish.op === op);
  const after = { ...next, kept: withKept(next.kept, kept) };
  const conversation = chatOfDraft(kept.name);
  return {
    state: after,
    effects:
      conversation === null ? NO_EFFECTS : [{ type: 'draftHeard', conversation, draft: draftOf(kept), op }],
  };
}

export const draftOf = ({ value }: Preference): Draft =>
  value !== null && 'quote' in value ? value : EMPTY_DRAFT;

/** Applies the complete list of preferences (KEPT-2). */
export const loadPreferences = (state: State, list: readonly Preference[]): State => ({
  ...state,
  kept: list.reduce(withKept, { known: true, folders: [], pins: [], drafts: state.kept.drafts + 1 }),
});

function withKept(was: KeptState, kept: Preference): KeptState {
  if (kept.name === 'folders') return { ...was, folders: kept.value?.list ?? [] };
  if (kept.name === 'alerts') return { ...was, words: kept.value?.words };
  if (kept.name === 'moments') return { ...was, momentsSeenMs: kept.value?.at };
  if (kept.name === 'previews') return { ...was, previews: kept.value?.on };
  if (kept.name === 'security') return { ...was, security: kept.value?.list };
  if (kept.name === 'pins') return { ...was, pins: kept.value?.list ?? [] };
  return chatOfDraft(kept.name) === null ? { ...was, [kept.name]: kept.value ?? undefined } : was;
}

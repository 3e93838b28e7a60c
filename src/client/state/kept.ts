import type { ServerEvent } from '../../domain/events.ts';
import type { Preference } from '../../domain/kept.ts';
import { chatOfDraft } from '../../domain/kept.ts';
import { EMPTY_DRAFT } from '../../domain/message.ts';
import type { Draft } from '../../domain/message.ts';
import type { Reduced } from './effects.ts';
import { NO_EFFECTS } from './effects.ts';
import { confirmed } from './pending-changes.ts';
import type { State } from './state.ts';
import type { KeptState } from './kept-shown.ts';

/** A value as it is now, whichever of my devices wrote it (KEPT-1). */
export function setPreference(
  state: State,
  { op, kept }: Extract<ServerEvent, { type: 'keptSet' }>,
): Reduced {
  const next = confirmed(state, 'keep', kept.name, (change) => change.op === op);
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

function withKept(was: KeptState, preference: Preference): KeptState {
  if (preference.name === 'folders') return { ...was, folders: preference.value?.list ?? [] };
  if (preference.name === 'alerts') return { ...was, words: preference.value?.words };
  if (preference.name === 'moments') return { ...was, momentsSeenMs: preference.value?.at };
  if (preference.name === 'previews') return { ...was, previews: preference.value?.on };
  if (preference.name === 'security') return { ...was, security: preference.value?.list };
  if (preference.name === 'pins') return { ...was, pins: preference.value?.list ?? [] };
  return chatOfDraft(preference.name) === null
    ? { ...was, [preference.name]: preference.value ?? undefined }
    : was;
}

import { wordsIn } from './edits.ts';
import type { Wish } from './local-event.ts';
import type { Gone } from './log-erase.ts';
import type { State } from './state.ts';

/** Pending edits of an erased message. */
export function wishErased<T extends Wish>(one: T, { ids, words }: Gone): T {
  if (one.register !== 'edit' || !ids.has(one.conversation)) return one;
  const content = words ? wordsIn(words) : '';
  return one.value.content === content ? one : { ...one, value: { ...one.value, content, line: content } };
}

/** The same for pending changes. */
export function pendingErased(pending: State['pending'], gone: Gone): State['pending'] {
  const ids = [...pending.edit.keys()].filter((id) => gone.ids.has(id));
  if (ids.length === 0) return pending;
  const content = gone.words ? wordsIn(gone.words) : '';
  const edit = new Map(
    [...pending.edit].map(([id, one]) => [id, ids.includes(id) ? { ...one, content, line: content } : one]),
  );
  return { ...pending, edit };
}

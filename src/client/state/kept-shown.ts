import type { ContactId } from '../../domain/ids.ts';
import type { Folder, Preferences, SecurityNote } from '../../domain/kept.ts';
import type { PlainName } from './kept-state.ts';
import type { State } from './state.ts';

// Preferences as shown; separate from the code that changes them, since the chat list needs them to render.

const NO_WORDS: readonly string[] = [];

/** Words that count as mentions, as shown (ALERT-4). */
export function alertWords({ kept, pending }: State): readonly string[] {
  const wished = pending.keep.get('alerts')?.value;
  return (wished && 'words' in wished ? wished.words : kept.words) ?? NO_WORDS;
}

/** Returns true if posts are newer than the user's last look, if that time is known (MOMENT-7). */
export function hasMomentNews({ kept, pending, moments }: State): boolean {
  const wished = pending.keep.get('moments')?.value;
  const wishedMs = wished && 'at' in wished && typeof wished.at === 'number' ? wished.at : 0;
  return kept.known && (moments?.atMs ?? 0) > Math.max(wishedMs, kept.momentsSeenMs ?? 0);
}

const NO_NOTES: readonly SecurityNote[] = [];

/** None while the server does not know yet that they were closed (ACC-21). */
export const securityNotes = ({ kept, pending }: State): readonly SecurityNote[] =>
  (pending.keep.has('security') ? null : kept.security) ?? NO_NOTES;

/** As shown: pending values override confirmed ones (STORE-6). */
export const foldersOf = ({ kept, pending }: State): readonly Folder[] =>
  pendingList<Folder>(pending, 'folders') ?? kept.folders;

function pendingList<T>({ keep }: State['pending'], name: 'folders' | 'pins'): readonly T[] | undefined {
  const value = keep.get(name)?.value;
  return value && 'list' in value ? (value.list as readonly T[]) : undefined;
}

export const pinsOf = ({ kept, pending }: State): readonly ContactId[] =>
  pendingList<ContactId>(pending, 'pins') ?? kept.pins;

/** A value as shown: the pending one, else the confirmed one (STORE-6). */
export function plainValue<N extends PlainName>({ kept, pending }: State, name: N): Preferences[N] | null {
  const pendingValue = pending.keep.get(name);
  const value = pendingValue ? pendingValue.value : kept[name];
  return (value ?? null) as Preferences[N] | null;
}

import type { ContactId } from '../../domain/ids.ts';
import type { Folder, PreferenceName, Preferences, SecurityNote } from '../../domain/kept.ts';
import type { State } from './state.ts';

/** Values stored as the server sends them, by name; absent: none. */
type PlainValues = { readonly [N in PlainName]?: Preferences[N] | undefined };
type PlainName = Exclude<PreferenceName, Unpacked>;
/** Preferences that have a field of their own below. */
type Unpacked = 'folders' | 'pins' | 'alerts' | 'moments' | 'previews' | 'security';

/** Preferences synchronised across the user's devices (KEPT-1). Drafts are stored on the device. */
export interface KeptState extends PlainValues {
  /** Requested since the list was loaded (KEPT-2). */
  readonly known: boolean;
  readonly folders: readonly Folder[];
  /** Chats on top in the order of my choice. */
  readonly pins: readonly ContactId[];
  /** Words that count as mentions; absent: none (ALERT-4). */
  readonly words?: readonly string[] | undefined;
  readonly momentsSeenMs?: number | undefined;
  /** True if web addresses in the user's messages get a card; absent: never chosen (PREVIEW-12). */
  readonly previews?: boolean | undefined;
  /** Changes to the account's login methods, until the user closes the notice; absent: none (ACC-21). */
  readonly security?: readonly SecurityNote[] | undefined;
  /** Raised by each draft that arrives. */
  readonly drafts: number;
}

// Preferences as shown; separate from the code that changes them, since the chat list needs them to render.

const NO_WORDS: readonly string[] = [];

/** Words that count as mentions, as shown (ALERT-4). */
export function alertWords({ kept, pending }: State): readonly string[] {
  const pendingValue = pending.keep.get('alerts')?.value;
  return (pendingValue && 'words' in pendingValue ? pendingValue.words : kept.words) ?? NO_WORDS;
}

/** Returns true if posts are newer than the user's last look, if that time is known (MOMENT-7). */
export function hasMomentNews({ kept, pending, moments }: State): boolean {
  const pendingValue = pending.keep.get('moments')?.value;
  const pendingMs =
    pendingValue && 'at' in pendingValue && typeof pendingValue.at === 'number' ? pendingValue.at : 0;
  return kept.known && (moments?.atMs ?? 0) > Math.max(pendingMs, kept.momentsSeenMs ?? 0);
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

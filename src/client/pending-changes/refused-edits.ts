import { editKey, threadKey } from '../../domain/ids.ts';
import type { DraftKey } from '../../domain/ids.ts';
import { toPlain } from '../../domain/markup.ts';
import { mentionsIn } from '../../domain/mention-names.ts';
import { type Draft, EMPTY_DRAFT } from '../../domain/message.ts';
import { isEmpty, type Drafts } from '../kernel/drafts.ts';
import type { Notice } from '../interface/client.ts';
import type { LocalEvent, PendingChange } from '../state/local-event.ts';
import { editsWaitingMax } from '../state/limits.ts';
import type { State } from '../state/state.ts';
import { messageHere } from '../state/chat-selectors.ts';

type PendingEditChange = Extract<PendingChange, { readonly register: 'edit' }>;

interface Parts {
  readonly get: () => State;
  readonly dispatch: (event: LocalEvent) => void;
  readonly raise: (notice: Notice) => void;
}

/** Refused edits of one composer that wait behind an edit in progress, oldest first. */
interface Waiting {
  readonly refused?: readonly Draft[];
}

const waitingAt = (drafts: Drafts, key: DraftKey): readonly Draft[] =>
  (drafts.mark(key) as Waiting | undefined)?.refused ?? [];

function store(drafts: Drafts, key: DraftKey, draft: Draft, refused: readonly Draft[]): void {
  drafts.set(key, draft, refused.length === 0 ? null : { refused });
}

/**
 * Stores the text of a refused edit as an edit in progress, which the composer of its chat or thread shows
 * again, and reports the reason (EDIT-11). If another edit is in progress there, it waits for its end.
 */
export function returnEdit(
  { get, dispatch, raise }: Parts,
  drafts: Drafts,
  { conversation: id, value }: PendingEditChange,
  reason: string,
): void {
  const message = messageHere(get(), value.to, id) ?? null;
  const key = editKey(message?.root === undefined ? value.to : threadKey(value.to, message.root));
  const text = toPlain(value.content);
  const at = mentionsIn({ mentions: value.mentions }).filter((one) => value.at.includes(one.id));
  const unnamed = value.at.filter((user) => !at.some((one) => one.id === user));
  const mayBeEmpty = message === null ? text === '' : message.type !== 'text';
  const refused: Draft = { text, at, quote: null, edits: { id, unnamed, mayBeEmpty } };
  const current = drafts.get(key);
  // The newest text of a message is the one that its author wants.
  const others = waitingAt(drafts, key).filter((one) => one.edits?.id !== id);
  if (current.edits === undefined) store(drafts, key, refused, others);
  else if (current.edits.id !== id) store(drafts, key, current, [...others, refused].slice(-editsWaitingMax));
  dispatch({ type: 'draftsHeard' });
  raise({ kind: 'editRefused', id: value.to, text: reason });
}

/** An edit has ended: the next refused one is in progress now. Returns false if none waits. */
export function nextEdit(drafts: Drafts, key: DraftKey): boolean {
  const [next, ...others] = waitingAt(drafts, key);
  if (next === undefined || !isEmpty(drafts.get(key)) || drafts.get(key).edits !== undefined) return false;
  store(drafts, key, { ...EMPTY_DRAFT, ...next }, others);
  return true;
}

import { contactId, parseTarget } from '../../domain/ids.ts';
import type { ContactId, DraftKey } from '../../domain/ids.ts';
import { draftName } from '../../domain/kept.ts';
import { type Draft, losesWords } from '../../domain/message.ts';
import { isEmpty, type Drafts } from '../kernel/drafts.ts';
import type { PendingChange } from '../state/local-event.ts';
import type { State } from '../state/state.ts';

type Keeping = Extract<PendingChange, { register: 'keep' }>;

/** The state of a draft relative to the server; stored beside it, for all tabs of a browser (DRAFT-1). */
export interface DraftMark {
  /** Names the unconfirmed local text; absent: none. */
  readonly op?: string;
  /** It is on its way: what is typed from now on is another one. */
  readonly asked?: boolean;
  /** The server has it; its event may still arrive, directly or in a list loaded again. */
  readonly answered?: boolean;
  /** The server may hold a draft of this chat. */
  readonly kept?: boolean;
}

export const markOf = (drafts: Drafts, id: DraftKey): DraftMark => drafts.mark(id) ?? {};

const changeFor = (id: DraftKey, op: string): Keeping => ({
  register: 'keep',
  conversation: draftName(contactId(id)),
  value: { op },
});

/**
 * Queues a typed draft for sending, or unqueues it if it is empty and unknown to the server (DRAFT-3). Thread
 * drafts stay on the device (THREAD-8).
 */
export function typed(drafts: Drafts, id: DraftKey, newOp: () => string): Keeping | 'gone' | null {
  if (parseTarget(id) === null) return null;
  const [draft, was] = [drafts.get(id), markOf(drafts, id)];
  if (isEmpty(draft) && was.kept !== true) {
    drafts.set(id, draft, null);
    return 'gone';
  }
  const op = was.op !== undefined && was.asked !== true ? was.op : newOp();
  drafts.set(id, draft, { op, ...(was.kept && { kept: true }) });
  return changeFor(id, op);
}

/** Sends the draft as it is now. */
export function beginSave(drafts: Drafts, id: ContactId, op: string): Draft | null {
  const draft = drafts.get(id);
  drafts.set(id, draft, { op, asked: true, kept: true });
  return isEmpty(draft) ? null : draft;
}

/** The server accepted it: later lists include it, and it need not be sent again. */
export function confirmSave(drafts: Drafts, id: ContactId, op: string): void {
  const was = markOf(drafts, id);
  if (was.op === op && was.asked === true) drafts.set(id, drafts.get(id), { ...was, answered: true });
}

/**
 * Applies a draft written on another device, or confirmed now; never over text typed here since (DRAFT-2).
 * The server then holds the other draft, and is notified when this one is emptied. A list carries no `op`.
 */
export function receiveDraft(drafts: Drafts, id: ContactId, draft: Draft, op: string | null): void {
  const was = markOf(drafts, id);
  const isMine = op === null ? was.answered === true : was.op === op;
  if (was.op === undefined || isMine) {
    const here = drafts.get(id);
    if (losesWords(here, draft)) drafts.setLost(id, here);
    drafts.set(id, draft, isEmpty(draft) ? null : { kept: true });
  } else if (!isEmpty(draft)) drafts.set(id, drafts.get(id), { ...was, kept: true });
}

/** The server kept a newer draft of another device; this one can be restored (SEND-23, DRAFT-5). */
export function giveWay(drafts: Drafts, id: ContactId, draft: Draft): void {
  const here = drafts.get(id);
  if (here.text.trim() !== '' && !draft.text.includes(here.text.trim())) drafts.setLost(id, here);
  drafts.set(id, draft, isEmpty(draft) ? null : { kept: true });
}

/** Returns true if a message being sent ends the chat's draft, also one with newer text (DRAFT-4). */
export const endsDraft = ({ outbox }: Pick<State, 'outbox'>, chat: ContactId): boolean =>
  outbox.get(chat)?.some(({ message, status }) => message.endsDraft !== undefined && status !== 'failed') ===
  true;

/** Unconfirmed drafts typed here, or in a tab that closed since. */
export const unsavedDrafts = (drafts: Drafts): readonly Keeping[] =>
  drafts.ids().flatMap((key) => {
    const id = contactId(key);
    const { op, answered: isAnswered = false } = markOf(drafts, id);
    return op === undefined || isAnswered || parseTarget(id) === null ? [] : [changeFor(id, op)];
  });

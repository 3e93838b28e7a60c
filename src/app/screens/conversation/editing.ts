import type { Contact, State } from '../../../client/state/state.ts';
import { mayEdit } from '../../../domain/edit.ts';
import type { MessageId } from '../../../domain/ids.ts';
import { toPlain } from '../../../domain/markup.ts';
import { mentionsIn } from '../../../domain/mention-names.ts';
import { EVERYBODY } from '../../../domain/mentions.ts';
import { type Draft, type EditedMessage, EMPTY_DRAFT } from '../../../domain/message.ts';
import { captionIn } from '../../shared/message-fields.ts';
import { nowMs } from '../../platform/time.ts';
import { bubbleBodyOf, type TimelineRow } from './timeline.ts';

/** One of the user's messages for editing in the box. */
export interface EditTarget extends EditedMessage {
  /** Its text before the edit; null: unknown after a reload. */
  readonly before: Draft | null;
}

/** An edit that was started before the chat was left or the page was loaded. */
export const editIn = (draft: Draft): HeldEdit | null =>
  draft.edits === undefined ? null : { target: { ...draft.edits, before: null }, draft };

export interface HeldEdit {
  readonly target: EditTarget;
  readonly draft: Draft;
}

/** The stored part of an edit: never the original text (EDIT-2), and an empty draft without a change. */
export function draftOfEdit({ target: { before, ...edits }, draft }: HeldEdit): Draft {
  return isChangedEdit({ target: { ...edits, before }, draft }) ? { ...draft, edits } : EMPTY_DRAFT;
}

export const isChangedEdit = ({ target: { before }, draft }: HeldEdit): boolean =>
  before === null || draft.text !== before.text;

/**
 * Checks whether the user may edit the text: their own message, within the time limit, on the server or still
 * being sent (EDIT-1).
 */
export function isEditableRow(state: State, row: TimelineRow): boolean {
  const body = bubbleBodyOf(row);
  if (body === null || row.kind !== 'bubble' || state.sync.plain || row.waiting?.status === 'failed')
    return false;
  if (row.message === null && row.waiting === null) return false;
  if (body.type !== 'text' && captionIn(body) === '') return false;
  const ageSec = (nowMs() - row.sentAtMs) / 1_000;
  const { editTimeSec } = state.config.chatInfo;
  return mayEdit({ mine: row.own, ageSec, editTimeSec }, { ...body, recalled: false });
}

/** Why a message can no longer be edited: it is gone, or the time for edits is over; null if it can. */
export function endOfEdit(state: State, chat: Contact['id'], id: MessageId): 'gone' | 'over' | null {
  const conversation = state.conversations.get(chat);
  if (conversation?.erased.has(id) === true) return 'gone';
  const sentAtMs = conversation?.chunks.flat().find((one) => one.id === id)?.sentAtMs;
  const isOver = sentAtMs !== undefined && nowMs() - sentAtMs >= state.config.chatInfo.editTimeSec * 1_000;
  return isOver ? 'over' : null;
}

/** `everyone`: the text of a mention of all members. */
export function editTarget(
  state: State,
  { id: chat }: Pick<Contact, 'id'>,
  row: TimelineRow,
  everyone: string,
): HeldEdit | null {
  const body = bubbleBodyOf(row);
  if (body === null) return null;
  const text = toPlain(body.type === 'text' ? body.content : captionIn(body));
  const names = namesIn(state, chat, everyone);
  const mentions = mentionsIn(body.extra);
  // What means several members is named in the text and not in the list.
  const sets = mentions.filter(({ id }) => id < EVERYBODY);
  const members = body.at.flatMap((id) => {
    const candidates = [
      ...mentions.filter((one) => one.id === id).map(({ name }) => name),
      ...(names.get(id) ?? []),
    ];
    const name = candidates.find((one) => one !== '' && text.includes(`@${one}`));
    return name === undefined ? [] : [{ id, name }];
  });
  const at = [...sets, ...members];
  const unnamed = sets.length > 0 ? [] : body.at.filter((id) => !at.some((one) => one.id === id));
  const draft: Draft = { text, at, quote: null };
  return { target: { id: row.key, before: draft, unnamed, mayBeEmpty: body.type !== 'text' }, draft };
}

/** Names of users here: from contacts, and from messages in this chat. */
function namesIn(
  { contacts, conversations }: State,
  chat: Contact['id'],
  everyone: string,
): ReadonlyMap<number, readonly string[]> {
  const byId = new Map<number, string[]>([[0, [everyone]]]);
  const add = (id: number, ...names: readonly string[]) => byId.set(id, [...(byId.get(id) ?? []), ...names]);
  for (const { id, kind, displayName, realname } of contacts)
    if (kind === 'person') add(Number(id), displayName, realname);
  for (const { from } of (conversations.get(chat)?.chunks ?? []).flat())
    if (!byId.has(from.id)) add(from.id, from.displayName, from.realname);
  return byId;
}

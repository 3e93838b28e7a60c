import { messageId, type ContactId, type MessageId } from '../../domain/ids.ts';
import type { Reminder, ScheduledMessage } from '../../domain/later.ts';
import { laterLimits } from '../../domain/message-limits.ts';
import { textLimits as limits } from '../../domain/limits.ts';
import { toMarkup } from '../../domain/markup.ts';
import { EMPTY_DRAFT, type Draft } from '../../domain/message.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { withWordMarks, wordMarksOf } from '../../domain/rich-text.ts';
import { lengthOf } from '../../domain/validation.ts';
import { isUnseen } from '../../domain/unseen.ts';
import { decodeLaterPart } from '../../wire/answers/later.ts';
import * as calls from '../../wire/calls/later.ts';
import { fieldFailure, MISREAD, NOBODY_SIGNED_IN, outcome, path } from '../connection/answers.ts';
import type { Failure } from '../interface/client.ts';
import type { LaterActions, LaterList } from '../interface/later.ts';
import { laterAskedMax } from '../state/limits.ts';
import { type ActionParts, isDraftOf, selfOf } from './parts.ts';

/** Messages and reminders scheduled for a chosen time. Needs the network (LATER-8). */
export function laterActions(parts: ActionParts): LaterActions {
  const { api } = parts;
  const ids = createIds(parts);
  return {
    schedule: (to, draft, atMs) => schedule(parts, ids, to, draft, atMs),
    changeScheduled: async (id, { draft, atMs }) => {
      const words = draft && checkedDraft(draft);
      if (words !== undefined && !words.ok) return words;
      const time = atMs === undefined ? {} : { sendTime: atMs };
      return outcome(api.call(path(calls.changeScheduled), { id, ...words?.value, ...time }));
    },
    sendScheduled: (id) => outcome(api.call(path(calls.sendScheduled), { id })),
    discardScheduled: (id) => outcome(api.call(path(calls.discardScheduled), { id })),
    remind: (id, atMs) =>
      outcome(api.call(path(calls.setReminder), { id, ...(atMs !== null && { remindTime: atMs }) })),
    later: () => later(parts),
  };
}

/** The same words for the same time have the same id: a repeat after a lost answer makes no second one. */
function createIds({ ports }: ActionParts): (what: string) => MessageId {
  let last: { readonly what: string; readonly id: MessageId } | null = null;
  return (what) => {
    if (last?.what !== what) last = { what, id: messageId(ports.ids.uuid()) };
    return last.id;
  };
}

async function schedule(
  parts: ActionParts,
  ids: (what: string) => MessageId,
  to: ContactId,
  draft: Draft,
  atMs: number,
): Promise<Result<void, Failure>> {
  const words = checkedDraft(draft);
  if (!words.ok) return words;
  const body = {
    toContactId: to,
    ...words.value,
    ...(draft.quote !== null && { pid: draft.quote.msgId }),
    sendTime: atMs,
  };
  const id = ids(JSON.stringify(body));
  const ends = isDraftOf(parts, to, draft) && { ends_draft: parts.ports.ids.uuid() };
  const answer = await outcome(parts.api.call(path(calls.scheduleMessage), { id, ...body, ...ends }));
  if (answer.ok) ids('');
  // Keeps text that the user typed since.
  if (answer.ok && parts.drafts.get(to).text.trim() === draft.text.trim()) {
    parts.drafts.set(to, EMPTY_DRAFT);
    parts.scope()?.pendingChanges.typed(to);
  }

  return answer;
}

function checkedDraft(draft: Draft): Result<{ readonly content: string } & Record<string, unknown>, Failure> {
  if (isUnseen(draft.text)) return fail({ kind: 'server', code: 400, message: '' });
  if (lengthOf(draft.text) > limits.messageMax) return fieldFailure('tooLong');
  const at = draft.at.map((one) => one.id);
  const extra = withWordMarks(null, wordMarksOf(draft));
  return ok({ content: toMarkup(draft.text), at, extends: extra });
}

/** Repeats the request if the answer may be older than the known state (LATER-5, LATER-11, EDIT-2). */
async function later(parts: ActionParts): Promise<Result<LaterList, Failure>> {
  const { api, store } = parts;
  const self = selfOf(parts);
  const overtaken = (): number | null => store.get().later?.overtaken ?? null;
  for (let tries = 1; ; tries += 1) {
    store.dispatch({ type: 'laterAsked', on: true });
    const before = overtaken();
    const answer = await wholeList(api);
    if (selfOf(parts) !== self) return NOBODY_SIGNED_IN;
    if (!answer.ok) store.dispatch({ type: 'laterAsked', on: false });
    if (!answer.ok) return answer;
    const isLast = tries === laterAskedMax;
    if (overtaken() !== before && !isLast) continue;
    const { seq, scheduled, reminders } = answer.value;
    store.dispatch({
      type: 'laterLoaded',
      seq,
      scheduled: scheduled.map(({ id, to, dueMs, why }) => ({ id, to, dueMs, failed: why !== null })),
      reminders: reminders.map(({ message: _words, ...fact }) => fact),
    });
    if ((store.get().later?.heard ?? 0) <= seq || isLast) return ok({ scheduled, reminders });
  }
}

/** A consistent snapshot: if the list changes between two pages, reading restarts at the first page. */
async function wholeList(
  api: ActionParts['api'],
): Promise<Result<LaterList & { readonly seq: number }, Failure>> {
  const scheduled: ScheduledMessage[] = [];
  const reminders: Reminder[] = [];
  let seq = 0;
  let skip = 0;
  const most = laterLimits.scheduledMax + laterLimits.remindersMax;
  for (let parts = 0; parts < most; parts += 1) {
    const answer = await api.call(path(calls.getLater), { skip }, { quiet: true });
    if (!answer.ok) return answer;
    const part = decodeLaterPart(answer.value.data);
    if (part === null) return MISREAD;
    if (skip > 0 && part.seq !== seq) {
      scheduled.length = 0;
      reminders.length = 0;
      skip = 0;
      continue;
    }
    seq = part.seq;
    skip += part.rows;
    scheduled.push(...part.scheduled);
    reminders.push(...part.reminders);
    if (!part.more || part.rows === 0) break;
  }
  return ok({ seq, scheduled, reminders });
}

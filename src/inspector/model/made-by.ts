import type { ContactId, MessageId } from '../../domain/ids.ts';
import type { State } from '../../client/state/state.ts';
import type { ScreenPart } from './screen-messages.ts';
import type { Recorded, ReplayPoint } from './session.ts';

const SHOWN_MAX = 12;

/** The last events, up to event `until`, that changed this part of the screen; the newest first (INSP-12). */
export function stepsChanging(session: Recorded, until: number, part: ScreenPart): readonly number[] {
  const steps: number[] = [];
  let point = session.at(0);
  let before = valuesOf(point, part);
  for (let n = 1; n <= until; n += 1) {
    const next = session.at(n);
    if (next === point) continue;
    const after = isSame(point, next, part) ? before : valuesOf(next, part);
    if (after.some((value, i) => value !== before[i])) steps.push(n);
    [point, before] = [next, after];
  }
  return steps.slice(-SHOWN_MAX).toReversed();
}

const isSame = (a: ReplayPoint, b: ReplayPoint, part: ScreenPart): boolean =>
  part.kind === 'call' ? a.machines === b.machines : part.kind !== 'page' && a.state === b.state;

/** The values that a part shows; unchanged ones are the same objects. */
function valuesOf({ state, machines, screen }: ReplayPoint, part: ScreenPart): readonly unknown[] {
  switch (part.kind) {
    case 'message':
      return valuesOfMessage(state, part.id as MessageId);
    case 'chat':
      return valuesOfChat(state, part.id as ContactId);
    case 'call':
      return [[...machines.values()].findLast((step) => step.machine === 'call')];
    case 'counts':
      return [state.totals.unread, state.totals.mentions, state.totals.system];
    case 'page':
      return [state.contacts, state.conversations, state.connection, state.open, screen?.path];
  }
}

function valuesOfChat({ contacts, pending, typing }: State, id: ContactId): readonly unknown[] {
  const { top, notice, archive, unread, hide } = pending;
  return [
    contacts.get(id),
    typing?.get(id),
    ...[top, notice, archive, unread, hide].map((one) => one.get(id)),
  ];
}

function valuesOfMessage(
  { conversations, outbox, pending, contacts }: State,
  id: MessageId,
): readonly unknown[] {
  const waiting = [...outbox.values()].flat().find((item) => item.message.id === id);
  const { recall, edit, messagePin } = pending;
  const ofUser = [waiting, recall.get(id), edit.get(id), messagePin.get(id)];
  for (const { id: chat, chunks, thread } of conversations.values()) {
    const all = [...chunks, ...(thread?.answers.chunks ?? []), ...(thread?.first.chunks ?? [])];
    const message = all.flatMap((chunk) => chunk.find((one) => one.id === id) ?? [])[0];
    if (message === undefined) continue;
    // The ticks of a message are the mark of its reader.
    const readTo = contacts.get(chat)?.counting.peerMark ?? 0;
    return [message, message.n !== null && readTo >= message.n, ...ofUser];
  }
  return [undefined, false, ...ofUser];
}

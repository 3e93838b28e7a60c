import { reactionKey } from '../../domain/ids.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { decodeReactionPeople, decodeReaders } from '../../wire/answers/messages.ts';
import { reactions, readBy } from '../../wire/calls/messages.ts';
import { DONE, NOBODY_SIGNED_IN, path } from '../connection/answers.ts';
import type { Actions, Failure } from '../interface/client.ts';
import { editsWaitingMax } from '../state/limits.ts';
import type { PendingReaction } from '../state/state.ts';
import type { ActionParts } from './parts.ts';

/** Reactions are pending changes, sent when possible (REACT-5). */
export const reactionActions = (
  parts: ActionParts,
): Pick<Actions, 'react' | 'reactionPeople' | 'readBy'> => ({
  react: (to, id, emoji, on) => react(parts, { to, id, emoji, on }),
  reactionPeople: async (id, page) => {
    const answer = await parts.api.call(path(reactions), { id, page });
    return answer.ok ? ok(decodeReactionPeople(answer.value)) : answer;
  },
  readBy: async (id) => {
    const answer = await parts.api.call(path(readBy), { id });
    return answer.ok ? ok(decodeReaders(answer.value)) : answer;
  },
});

async function react(
  { scope, opened, store, ports }: ActionParts,
  wanted: Omit<PendingReaction, 'op'>,
): Promise<Result<void, Failure>> {
  const open = scope() ?? (await opened());
  if (open === null) return NOBODY_SIGNED_IN;
  const key = reactionKey(wanted.id, wanted.emoji);
  const waiting = store.get().pending.react;
  if (waiting.size >= editsWaitingMax && !waiting.has(key)) return fail({ kind: 'transport', why: 'setup' });
  open.wishes.want({ register: 'react', conversation: key, value: { ...wanted, op: ports.ids.uuid() } });
  return DONE;
}

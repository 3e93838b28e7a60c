import { messageId, reactionKey } from '../../domain/ids.ts';
import { toMarkup } from '../../domain/markup.ts';
import type { Outgoing } from '../../domain/message.ts';
import { pollExtra } from '../../domain/poll.ts';
import { type Result, fail, ok } from '../../domain/result.ts';
import { decodeReactionPeople, decodeReaders, decodeVoters } from '../../wire/answers/messages.ts';
import { closePoll, reactions, readBy, voters } from '../../wire/calls/messages.ts';
import { DONE, NOBODY_SIGNED_IN, outcome, path } from '../connection/answers.ts';
import type { Failure } from '../interface/client.ts';
import type { CardActions, PartActions, PollActions, ReactionActions } from '../interface/under-message.ts';
import { cardsWaitingMax, editsWaitingMax } from '../state/limits.ts';
import type { PendingReaction } from '../state/state.ts';
import type { ActionParts } from './parts.ts';

/** Reactions are pending changes, sent when possible (REACT-5). */
const reactionActions = (parts: ActionParts): ReactionActions => ({
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
  reaction: Omit<PendingReaction, 'op'>,
): Promise<Result<void, Failure>> {
  const open = scope() ?? (await opened());
  if (open === null) return NOBODY_SIGNED_IN;
  const key = reactionKey(reaction.id, reaction.emoji);
  const waiting = store.get().pending.react;
  if (waiting.size >= editsWaitingMax && !waiting.has(key)) return fail({ kind: 'transport', why: 'setup' });
  open.pendingChanges.want({
    register: 'react',
    conversation: key,
    value: { ...reaction, op: ports.ids.uuid() },
  });
  return DONE;
}

/** Polls are sent like messages; votes are pending changes, sent when possible (POLL-3). */
const pollActions = ({ api, opened, ports, scope, store }: ActionParts): PollActions => ({
  sendPoll: async (to, question, poll) => {
    const open = scope() ?? (await opened());
    if (open === null) return NOBODY_SIGNED_IN;
    const message: Outgoing = {
      id: messageId(ports.ids.uuid()),
      to,
      type: 'text',
      content: toMarkup(question.trim()),
      at: [],
      quote: null,
      extra: pollExtra(poll),
      createdAtMs: ports.clock.nowMs(),
    };
    return (await open.outbox.add(message)) ? ok(message.id) : fail({ kind: 'transport', why: 'full' });
  },
  vote: async (to, id, options) => {
    const open = scope() ?? (await opened());
    if (open === null) return NOBODY_SIGNED_IN;
    const waiting = store.get().pending.vote;
    if (waiting.size >= editsWaitingMax && !waiting.has(id)) return fail({ kind: 'transport', why: 'setup' });
    open.pendingChanges.want({
      register: 'vote',
      conversation: id,
      value: { op: ports.ids.uuid(), to, options },
    });
    return DONE;
  },
  closePoll: (id) => outcome(api.call(path(closePoll), { id })),
  voters: async (id, option, page) => {
    const answer = await api.call(path(voters), { id, option, page });
    return answer.ok ? ok(decodeVoters(answer.value)) : answer;
  },
});

/** Cards of web addresses; requested with their messages (PREVIEW-1). */
const previewActions = ({ scope, opened, store, ports }: ActionParts): CardActions => ({
  removePreview: async (to, id, url) => {
    const open = scope() ?? (await opened());
    if (open === null) return NOBODY_SIGNED_IN;
    const waiting = store.get().pending.card;
    if (waiting.size >= cardsWaitingMax && !waiting.has(id)) return fail({ kind: 'transport', why: 'setup' });
    open.pendingChanges.want({
      register: 'card',
      conversation: id,
      value: { op: ports.ids.uuid(), to, url },
    });
    return DONE;
  },
});

/** The actions of every part under a message. */
export const partActions = (parts: ActionParts): PartActions => ({
  ...reactionActions(parts),
  ...pollActions(parts),
  ...previewActions(parts),
});

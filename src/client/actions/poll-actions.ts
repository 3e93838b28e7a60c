import { toMarkup } from '../../domain/markup.ts';
import { messageId } from '../../domain/ids.ts';
import type { Outgoing } from '../../domain/message.ts';
import { pollExtra } from '../../domain/poll.ts';
import { fail, ok } from '../../domain/result.ts';
import { decodeVoters } from '../../wire/answers/messages.ts';
import { closePoll, voters } from '../../wire/calls/messages.ts';
import { DONE, NOBODY_SIGNED_IN, outcome, path } from '../connection/answers.ts';
import type { PollActions } from '../interface/polls.ts';
import { editsWaitingMax } from '../state/limits.ts';
import type { ActionParts } from './parts.ts';

/** Polls are sent like messages; votes are pending changes, sent when possible (POLL-3). */
export const pollActions = ({ api, opened, ports, scope, store }: ActionParts): PollActions => ({
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
    open.wishes.want({ register: 'vote', conversation: id, value: { op: ports.ids.uuid(), to, options } });
    return DONE;
  },
  closePoll: (id) => outcome(api.call(path(closePoll), { id })),
  voters: async (id, option, page) => {
    const answer = await api.call(path(voters), { id, option, page });
    return answer.ok ? ok(decodeVoters(answer.value)) : answer;
  },
});

import { messageId, type ContactId, type MessageId, type MsgId } from '../../domain/ids.ts';
import { peopleLimits, uploadLimits } from '../../domain/limits.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import { decodeForwarded } from '../../wire/answers/messages.ts';
import { forwardMessage } from '../../wire/calls/messages.ts';
import { path } from '../connection/answers.ts';
import type { Failure } from '../interface/client.ts';
import type { ActionParts } from './parts.ts';

type Answer = Result<ReturnType<typeof decodeForwarded>, Failure>;

/**
 * Forwards a message to several chats. A chat with messages or files on their way receives it after them; the
 * other chats do not wait (SEND-6). If they need more than a minute, that chat is reported as not reached.
 */
export async function forward(parts: ActionParts, message: MsgId, to: readonly ContactId[]): Promise<Answer> {
  if (to.length === 0 || to.length > peopleLimits.forwardMax)
    return fail({ kind: 'server', code: 400, message: '' });
  const before = new Map(to.map((chat) => [chat, goingTo(parts, chat)]));
  // Offline, the request fails at once with the network message (SEND-15).
  const isFree = (chat: ContactId) => before.get(chat)?.length === 0 || !parts.ports.device.isOnline();
  const free = to.filter(isFree);
  const batches = [
    ...(free.length > 0 ? [free] : []),
    ...to.filter((chat) => !isFree(chat)).map((chat) => [chat]),
  ];
  const answers = await Promise.all(
    batches.map((chats) =>
      inOrder(
        parts,
        chats,
        chats.flatMap((chat) => before.get(chat) ?? []),
        message,
      ),
    ),
  );
  const [first] = answers;
  if (first?.ok === false && answers.every((answer) => !answer.ok)) return first;
  return ok(
    batches.flatMap((chats, at) => {
      const answer = answers[at];
      const results = new Map((answer?.ok ? answer.value : []).map((one) => [one.to, one]));
      return chats.map((chat) => results.get(chat) ?? { to: chat, ok: answer?.ok === true, message: '' });
    }),
  );
}

/** Requests it for these chats once everything before it has left; later messages wait for it. */
async function inOrder(
  parts: ActionParts,
  to: readonly ContactId[],
  before: readonly MessageId[],
  message: MsgId,
): Promise<Answer> {
  const { api, ports, forwards, uploads } = parts;
  const after = before.at(-1) ?? null;
  const ends = to.map((chat) =>
    forwards.begin(chat, { id: messageId(ports.ids.uuid()), createdAtMs: ports.clock.nowMs(), after }),
  );
  try {
    if (!(await areGone(parts, to, before)))
      return ok(to.map((chat) => ({ to: chat, ok: false, message: '' })));
    const answer = await api.call(path(forwardMessage), {
      user_ids: to,
      msg_id: message,
      op: ports.ids.uuid(),
    });
    return answer.ok ? ok(decodeForwarded(answer.value.data)) : answer;
  } finally {
    for (const end of ends) end();
    uploads.onChange();
  }
}

/** Messages on their way to a chat, in the order of the outbox, files and forwards. */
function goingTo({ store, uploads, forwards }: ActionParts, chat: ContactId): readonly MessageId[] {
  const items = (store.get().outbox.get(chat) ?? []).filter(({ status }) => status !== 'failed');
  const files = uploads.get().filter((one) => one.to === chat && one.state !== 'failed');
  const last = forwards.last(chat);
  return [
    ...items.map(({ message }) => message.id),
    ...files.map(({ id }) => id),
    ...(last ? [last.id] : []),
  ];
}

/** False if some of them still wait after a minute. */
function areGone(
  parts: ActionParts,
  to: readonly ContactId[],
  before: readonly MessageId[],
): boolean | Promise<boolean> {
  const { ports, store, uploads, forwards } = parts;
  const isGone = () => to.every((chat) => goingTo(parts, chat).every((id) => !before.includes(id)));
  if (before.length === 0) return true;
  return new Promise((resolve) => {
    const finish = (isDone: boolean) => {
      for (const end of ends) end();
      resolve(isDone);
    };
    const look = () => isGone() && finish(true);
    const timer = ports.clock.setTimeout(() => finish(false), uploadLimits.timeoutMs);
    const ends = [
      () => ports.clock.clearTimeout(timer),
      store.subscribe(look),
      uploads.subscribe(look),
      forwards.subscribe(look),
    ];
    look();
  });
}

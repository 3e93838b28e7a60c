import type { UserId } from '../../domain/ids.ts';
import type { InboxEntry } from '../../domain/inbox.ts';
import { inboxLimits as limits } from '../../domain/message-limits.ts';
import { ok, type Result } from '../../domain/result.ts';
import { decodeInbox } from '../../wire/answers/inbox.ts';
import * as calls from '../../wire/calls/inbox.ts';
import { NOBODY_SIGNED_IN, outcome, path } from '../connection/answers.ts';
import type { Failure } from '../interface/client.ts';
import type { InboxActions } from '../interface/inbox.ts';
import { type ActionParts, selfOf } from './parts.ts';

type List = Result<readonly InboxEntry[], Failure>;

/**
 * The inbox (INBOX-1). An open one asks again after each change, so requests keep a distance: those made in
 * the meantime share the next one, which is newer than all of them.
 */
export function inboxActions(parts: ActionParts): InboxActions {
  const { api, ports } = parts;
  const { clock } = ports;
  let next: { readonly self: UserId | null; readonly list: Promise<List> } | null = null;
  let lastMs = -Infinity;
  const load = async (self: UserId | null): Promise<List> => {
    const waitMs = lastMs + limits.reloadMs - clock.elapsedMs();
    if (waitMs > 0) await new Promise<void>((resolve) => void clock.setTimeout(resolve, waitMs));
    // The first request waits as well, until `next` names it.
    else await Promise.resolve();
    next = null;
    if (selfOf(parts) !== self) return NOBODY_SIGNED_IN;
    lastMs = clock.elapsedMs();
    const answer = await api.call(path(calls.getInbox), {}, { quiet: true });
    // The list ends with its login (STORE-23).
    if (selfOf(parts) !== self) return NOBODY_SIGNED_IN;
    return answer.ok ? ok(decodeInbox(answer.value.data)) : answer;
  };
  return {
    inbox: () => {
      const self = selfOf(parts);
      if (next?.self !== self) next = null;
      next ??= { self, list: load(self) };
      return next.list;
    },
    markInbox: (entries, isDone) =>
      outcome(
        api.call(path(calls.inboxDone), {
          list: entries.map(({ msgId, why, atMs }) => ({ msg_id: msgId, why, at_ms: atMs })),
          on: isDone ? 1 : 0,
        }),
      ),
  };
}

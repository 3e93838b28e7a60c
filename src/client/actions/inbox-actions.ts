import type { InboxEntry } from '../../domain/inbox.ts';
import { inboxLimits as limits } from '../../domain/message-limits.ts';
import { ok, type Result } from '../../domain/result.ts';
import { decodeInbox } from '../../wire/answers/inbox.ts';
import * as calls from '../../wire/calls/inbox.ts';
import { outcome, path } from '../connection/answers.ts';
import type { Failure } from '../interface/client.ts';
import type { InboxActions } from '../interface/inbox.ts';
import type { ActionParts } from './parts.ts';

type List = Result<readonly InboxEntry[], Failure>;

/**
 * The inbox (INBOX-1). An open one asks again after each change, so requests keep a distance: those made in
 * the meantime share the next one, which is newer than all of them.
 */
export function inboxActions({ api, ports: { clock } }: ActionParts): InboxActions {
  let next: Promise<List> | null = null;
  let lastMs = -Infinity;
  const load = async (): Promise<List> => {
    const waitMs = lastMs + limits.reloadMs - clock.elapsedMs();
    if (waitMs > 0) await new Promise<void>((resolve) => void clock.setTimeout(resolve, waitMs));
    next = null;
    lastMs = clock.elapsedMs();
    const answer = await api.call(path(calls.getInbox), {}, { quiet: true });
    return answer.ok ? ok(decodeInbox(answer.value.data)) : answer;
  };
  return {
    inbox: () => (next ??= load()),
    markInbox: (entries, isDone) =>
      outcome(
        api.call(path(calls.inboxDone), {
          list: entries.map(({ msgId, why, atMs }) => ({ msg_id: msgId, why, at_ms: atMs })),
          on: isDone ? 1 : 0,
        }),
      ),
  };
}

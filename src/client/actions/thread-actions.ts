import { type ContactId, type ThreadKey, threadKey } from '../../domain/ids.ts';
import { threadLimits } from '../../domain/message-limits.ts';
import { EMPTY_DRAFT } from '../../domain/message.ts';
import { type Result, fail } from '../../domain/result.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import { decodeThread } from '../../wire/answers/messages.ts';
import { getThread } from '../../wire/calls/messages.ts';
import { DONE, MISREAD, NOBODY_SIGNED_IN, path } from '../connection/answers.ts';
import type { Answer } from '../interface/answer.ts';
import type { Actions, Failure } from '../interface/client.ts';
import type { Drafts } from '../kernel/drafts.ts';
import { editsWaitingMax, windowLimits as limits } from '../state/limits.ts';
import type { OpenThread } from '../state/state.ts';
import type { ActionParts } from './parts.ts';

/** Stored, set aside and restored together with the drafts. */
const KEY = 'draft-threads';

/**
 * A writable thread is opened: beyond the limit, the draft of the thread opened longest ago is dropped
 * (THREAD-8).
 */
export function threadTouched(settings: SettingsPort, drafts: Drafts, key: ThreadKey): void {
  const now = [...keysIn(settings.get(KEY)).filter((one) => one !== key), key];
  const newest = now.slice(-threadLimits.draftsMax);
  for (const old of now.slice(0, -threadLimits.draftsMax)) drafts.set(old, EMPTY_DRAFT);
  settings.set(KEY, JSON.stringify(newest));
}

/** Content written by another build is untrusted. */
function keysIn(text: string | null): readonly ThreadKey[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((one): one is ThreadKey => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

type ThreadActions = Pick<Actions, 'openThread' | 'olderAnswers' | 'closeThread' | 'followThread'>;
type Which = 'first' | 'older';

/** Requests the pages of an open thread; everything else arrives with its chat (THREAD-4). */
export function threadActions(parts: ActionParts): ThreadActions {
  const { store, api, ports, drafts } = parts;
  /** Belongs to the newest request: an older one may have been read before the missed events. */
  let newest: Answer = Promise.resolve(DONE);
  const threadOf = (id: ContactId, root: number): OpenThread | undefined => {
    const thread = store.get().conversations.get(id)?.thread;
    return thread?.root === root ? thread : undefined;
  };
  const load = (id: ContactId, root: number, which: Which): Answer => {
    const mine = ask(id, root, which, () => newest === mine);
    newest = mine;
    return mine;
  };
  const ask = async (id: ContactId, root: number, which: Which, isNewest: () => boolean): Answer => {
    const part = { conversation: id, root, which };
    const oldest = threadOf(id, root)?.answers.chunks[0]?.[0]?.n ?? null;
    store.dispatch({ type: 'threadRequested', ...part });
    const answer = await api.call(path(getThread), {
      toContactId: id,
      root,
      limit: limits.pageSize,
      ...(which === 'older' && oldest !== null && { before_n: oldest }),
    });
    // An older request resolves with the result of the newest (STORE-15).
    if (!isNewest()) return newest;
    const page = answer.ok ? decodeThread(answer.value.data) : null;
    if (page === null || page.root !== root) {
      store.dispatch({ type: 'threadFailed', ...part });
      return answer.ok ? MISREAD : answer;
    }
    const { first, messages, more, follows } = page;
    store.dispatch({ type: 'threadLoaded', ...part, first, messages, complete: !more, follows });
    return DONE;
  };
  return {
    openThread: async (id, root) => {
      threadTouched(ports.settings, drafts, threadKey(id, root));
      if (threadOf(id, root) === undefined) store.dispatch({ type: 'threadOpened', conversation: id, root });
      return load(id, root, 'first');
    },
    olderAnswers: async (id, root) => {
      const answers = threadOf(id, root)?.answers;
      if (answers === undefined) return DONE;
      if (answers.loading !== 'no' && answers.loading !== 'failed') return newest;
      const hasRoom = answers.size <= limits.messagesMax - limits.pageSize;
      return hasRoom && !answers.complete ? load(id, root, 'older') : DONE;
    },
    closeThread: async (id, root) => {
      store.dispatch({ type: 'threadClosed', conversation: id, root });
      return DONE;
    },
    followThread: (to, root, on) => follow(parts, { to, root, on }),
  };
}

/** Shown at once; sent when possible (THREAD-6). */
async function follow(
  { scope, opened, store, ports }: ActionParts,
  target: { readonly to: ContactId; readonly root: number; readonly on: boolean },
): Promise<Result<void, Failure>> {
  const open = scope() ?? (await opened());
  if (open === null) return NOBODY_SIGNED_IN;
  const key = threadKey(target.to, target.root);
  const waiting = store.get().pending.follow;
  if (waiting.size >= editsWaitingMax && !waiting.has(key)) return fail({ kind: 'transport', why: 'setup' });
  open.pendingChanges.want({
    register: 'follow',
    conversation: key,
    value: { ...target, op: ports.ids.uuid() },
  });
  return DONE;
}

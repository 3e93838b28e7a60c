import type { DraftName, Folder, Preference, KeptName } from '../../domain/kept.ts';
import { chatOfDraft, draftName } from '../../domain/kept.ts';
import { preferenceLimits } from '../../domain/kept-limits.ts';
import { contactId, parseTarget } from '../../domain/ids.ts';
import { EMPTY_DRAFT } from '../../domain/message.ts';
import { ok, type Result } from '../../domain/result.ts';
import { getKept } from '../../wire/calls/contacts.ts';
import { decodeKeptPart } from '../../wire/down/kept.ts';
import { DONE, MISREAD, NOBODY_SIGNED_IN, path } from '../connection/answers.ts';
import type { Actions, Failure } from '../interface/client.ts';
import { draftOf } from '../state/kept.ts';
import { preferenceRequestsMax } from '../state/limits.ts';
import { selfOf, type ActionParts } from './parts.ts';

type KeptActions = Pick<
  Actions,
  | 'refreshKept'
  | 'keepFolders'
  | 'orderPins'
  | 'keepAlertWords'
  | 'keepPreference'
  | 'momentsSeen'
  | 'keepPreviews'
  | 'closeSecurityNotes'
>;

/** Preferences that a user keeps for all their devices (KEPT-1). */
export function preferenceActions(parts: ActionParts): KeptActions {
  const keep = async (name: Exclude<KeptName, DraftName>, value: Preference['value']) => {
    const open = parts.scope() ?? (await parts.opened());
    if (open === null) return NOBODY_SIGNED_IN;
    open.pendingChanges.want({
      register: 'keep',
      conversation: name,
      value: { op: parts.ports.ids.uuid(), value },
    });
    return DONE;
  };
  return {
    refreshKept: () => refreshed(parts),
    keepFolders: (list: readonly Folder[]) => keep('folders', { list }),
    orderPins: (list) => keep('pins', { list }),
    momentsSeen: (atMs) => keep('moments', { at: atMs }),
    keepPreference: keep,
    keepPreviews: (on) => keep('previews', { on }),
    closeSecurityNotes: () => keep('security', null),
    keepAlertWords: (words) => keep('alerts', { words }),
  };
}

/** Repeats the request if the answer is older than what a frame reported since (KEPT-2). */
async function refreshed(parts: ActionParts): Promise<Result<void, Failure>> {
  const self = selfOf(parts);
  for (let tries = 1; ; tries += 1) {
    const answer = await wholeList(parts.api);
    if (!answer.ok) return answer;
    if (selfOf(parts) !== self) return NOBODY_SIGNED_IN;
    const { seq, list } = answer.value;
    if (parts.store.get().sync.selfSeq > seq && tries < preferenceRequestsMax) continue;
    hearDrafts(parts, list);
    parts.store.dispatch({ type: 'keptLoaded', list });
    return DONE;
  }
}

/** Covers the drafts the server has and those it had: another device may have sent or emptied them. */
function hearDrafts({ drafts, scope }: ActionParts, list: readonly Preference[]): void {
  const there = new Set<string>();
  for (const preference of list) {
    there.add(preference.name);
    const of = chatOfDraft(preference.name);
    if (of !== null) scope()?.pendingChanges.receiveDraft(of, draftOf(preference), null);
  }
  for (const id of drafts.ids()) {
    if (parseTarget(id) === null) continue;
    const chat = contactId(id);
    const mark = drafts.mark(chat) as { readonly kept?: boolean } | undefined;
    if (mark?.kept === true && !there.has(draftName(chat)))
      scope()?.pendingChanges.receiveDraft(chat, EMPTY_DRAFT, null);
  }
}

/** A consistent snapshot: if the list changes between two pages, reading restarts at the first page. */
async function wholeList(
  api: ActionParts['api'],
): Promise<Result<{ readonly seq: number; readonly list: readonly Preference[] }, Failure>> {
  const list: Preference[] = [];
  let [seq, skip] = [0, 0];
  for (let rounds = 0; rounds < preferenceLimits.draftsMax; rounds += 1) {
    const answer = await api.call(path(getKept), { skip }, { quiet: true });
    if (!answer.ok) return answer;
    const part = decodeKeptPart(answer.value.data);
    if (part === null) return MISREAD;
    if (skip > 0 && part.seq !== seq) {
      list.length = 0;
      skip = 0;
      continue;
    }
    seq = part.seq;
    skip += part.rows;
    list.push(...part.list);
    if (!part.more || part.rows === 0) break;
  }
  return ok({ seq, list });
}

import { useState } from 'react';
import type { Client } from '../../../../client/interface/client.ts';
import { type ContactId, contactId, msgId, userId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useBack, useNavigate } from '../../../kit/navigation.ts';
import { stillHere } from '../../../kit/still-here.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { PATHS, type SelectionMode, pathTo } from '../../../paths/paths.ts';
import { measure } from '../../../platform/local-media.ts';
import { forgetShare, readShared } from '../../../platform/read-shared.ts';
import { useClient } from '../../../shared/client-context.ts';
import { kindOf } from '../attach/prepare.ts';
import { sendFiles } from '../attach/send-files.ts';
import { insertMention } from '../compose/mention-text.ts';
import type { Candidate } from './modes.ts';
import type { Shares } from './use-shares.ts';

export interface Errand {
  readonly mode: SelectionMode;
  readonly contact: ContactId;
  readonly messages: readonly number[];
  readonly name: string;
  readonly shares: Pick<Shares, 'share' | 'next'>;
}

/** Navigation after the page's task; null: it stays. */
type Next = (() => void) | null;

/** Runs the page's task; true while it runs. The client's toasts report refusals. */
export function useDone({
  mode,
  contact,
  messages,
  name,
  shares,
}: Errand): readonly [boolean, (selection: readonly Candidate[]) => void] {
  const { t } = useTranslation();
  const client = useClient();
  const { actions } = client;
  const navigate = useNavigate();
  const toasts = useToasts();
  const back = useBack();
  const ask = useAsk();
  const [busy, setBusy] = useState(false);
  const join = (failed: readonly Candidate[]) => failed.map((one) => one.name).join(t('chat.namesJoin'));

  const into = (chat: ContactId) => () => void navigate(pathTo('chat', { id: chat }), { replace: true });

  const create = async (selection: readonly Candidate[]): Promise<Next> => {
    const answer = await actions.createGroup(selection.map(toUser), name);
    return answer.ok ? into(answer.value) : null;
  };
  const invite = async (selection: readonly Candidate[]): Promise<Next> =>
    (await actions.addMembers(contact, selection.map(toUser))).ok ? back : null;
  const forward = async (selection: readonly Candidate[]): Promise<Next> => {
    const failed = new Set<string>();
    // One call for each, in the order of the messages.
    for (const message of messages) {
      const answer = await actions.forward(
        msgId(message),
        selection.map((one) => contactId(one.id)),
      );
      if (!answer.ok) return null;
      for (const part of answer.value) if (!part.ok) failed.add(part.to);
    }
    const failures = selection.filter((one) => failed.has(one.id));
    toasts.show(
      failures.length === 0
        ? t('sel.forwarded')
        : t('sel.forwardedPart', { done: selection.length - failures.length, names: join(failures) }),
    );
    return failures.length < selection.length ? back : null;
  };
  const remove = async (selection: readonly Candidate[]): Promise<Next> => {
    const failed: Candidate[] = [];
    // The call takes one person; those who could not be removed are named at the end.
    for (const one of selection) if (!(await actions.removeMember(contact, toUser(one))).ok) failed.push(one);
    if (failed.length > 0) toasts.show(t('sel.removedPart', { names: join(failed) }));
    return failed.length < selection.length ? back : null;
  };
  const mention = (selection: readonly Candidate[]): Promise<Next> => {
    const draft = selection.reduce(
      (counts, one) =>
        insertMention(counts, counts.text.length, counts.text.length, {
          id: Number(one.id),
          name: one.name,
          account: one.account,
        }).draft,
      actions.draft(contact),
    );
    actions.saveDraft(contact, draft);
    return Promise.resolve(into(contact));
  };
  const card = async ([one]: readonly Candidate[]): Promise<Next> =>
    one &&
    (
      await actions.sendCard(
        contact,
        { id: toUser(one), displayName: one.name, avatar: one.avatar },
        `${t('msg.contact')} ${one.name}`,
      )
    ).ok
      ? into(contact)
      : null;
  const share = async (selection: readonly Candidate[]): Promise<Next> => {
    const [first] = selection;
    const to = selection.map((one) => contactId(one.id));
    const isSent = shares.share !== null && (await sendShared(client, shares.share.folder, to));
    if (!isSent) toasts.show(t('phone.nothingShared'));
    // Earlier shares that still wait are offered next.
    const isMore = await shares.next();
    if (isSent && isMore) toasts.show(t('share.sent'));
    return first && isSent && !isMore ? into(contactId(first.id)) : null;
  };
  const heir = async ([one]: readonly Candidate[]): Promise<Next> => {
    const sure =
      one &&
      (await ask({
        title: t('gman.heirTitle', { name: one.name }),
        text: t('ginfo.leaveConfirm'),
        confirm: t('ginfo.leave'),
        danger: true,
      }));
    return sure && (await actions.leaveGroup(contact, toUser(one))).ok
      ? () => void navigate(PATHS.home, { replace: true })
      : null;
  };
  /** The call of two continues in a new group, or this page stays. */
  const call = async (selection: readonly Candidate[]): Promise<Next> => {
    const answer = await actions.createGroup([userId(Number(contact)), ...selection.map(toUser)], name);
    if (!answer.ok) return null;
    const { ok } = await actions.moveCall(answer.value);
    return ok
      ? () => void navigate(pathTo('call', { group: answer.value }), { replace: true })
      : into(answer.value);
  };
  const errands = { create, invite, forward, mention, card, remove, share, heir, call } as const;
  const execute = async (selection: readonly Candidate[]) => {
    const here = stillHere();
    setBusy(true);
    const next = await errands[mode](selection);
    setBusy(false);
    if (here()) next?.();
  };
  return [busy, (selection) => void execute(selection)];
}

const toUser = (one: Candidate) => userId(Number(one.id));

/** Sends this share into these chats, the text with the first file; false if it no longer waits. */
export async function sendShared(
  client: Pick<Client, 'actions' | 'store'>,
  folder: string,
  to: readonly ContactId[],
): Promise<boolean> {
  const shared = await readShared(folder);
  if (shared === null) return false;
  const files = await Promise.all(
    shared.files.map(async (file) => [file, kindOf(file, await measure(file.body))] as const),
  );
  for (const id of to) await sendFiles(client, id, { files, words: shared.words, quote: null });
  await forgetShare(shared);
  return true;
}

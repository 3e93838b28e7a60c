import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type ContactId, contactId, msgId, userId } from '../../../domain/ids.ts';
import { useClient } from '../../kit/client-context.ts';
import { useToasts } from '../../kit/toaster.tsx';
import { CHAT, useBack } from '../../kit/use-back.ts';
import type { Candidate, Mode } from './modes.ts';

export interface Errand {
  readonly mode: Mode;
  readonly contact: ContactId;
  readonly message: number;
  readonly name: string;
}

/** Does what the page was opened for; true while it does. Refusals are told by the client's notices. */
export function useDone({ mode, contact, message, name }: Errand): readonly [boolean, (chosen: readonly Candidate[]) => void] {
  const { t } = useTranslation();
  const { actions } = useClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const back = useBack();
  const [busy, setBusy] = useState(false);
  const join = (failed: readonly Candidate[]) => failed.map((one) => one.name).join(t('chat.namesJoin'));

  const create = async (chosen: readonly Candidate[]) => {
    const answer = await actions.createGroup(chosen.map(toUser), name.trim());
    if (answer.ok) void navigate(`${CHAT}?id=${encodeURIComponent(answer.value)}`, { replace: true });
  };
  const invite = async (chosen: readonly Candidate[]) => {
    if ((await actions.addMembers(contact, chosen.map(toUser))).ok) back();
  };
  const forward = async (chosen: readonly Candidate[]) => {
    const answer = await actions.forward(msgId(message), chosen.map((one) => contactId(one.id)));
    if (!answer.ok) return;
    const failed = chosen.filter((one) => answer.value.some((part) => part.to === one.id && !part.ok));
    toasts.show(failed.length === 0 ? t('sel.forwarded') : t('sel.forwardedPart', { done: chosen.length - failed.length, names: join(failed) }));
    if (failed.length < chosen.length) back();
  };
  const remove = async (chosen: readonly Candidate[]) => {
    const failed: Candidate[] = [];
    // The call takes one person; those who could not be removed are named at the end.
    for (const one of chosen) if (!(await actions.removeMember(contact, toUser(one))).ok) failed.push(one);
    if (failed.length > 0) toasts.show(t('sel.removedPart', { names: join(failed) }));
    if (failed.length < chosen.length) back();
  };
  const errands = { create, invite, forward, remove } as const;
  const run = async (chosen: readonly Candidate[]) => {
    setBusy(true);
    await errands[mode](chosen);
    setBusy(false);
  };
  return [busy, (chosen) => void run(chosen)];
}

const toUser = (one: Candidate) => userId(Number(one.id));

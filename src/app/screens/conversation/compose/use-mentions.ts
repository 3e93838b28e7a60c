import { useEffect, useMemo, useState } from 'react';
import type { GroupMember } from '../../../../client/interface/client.ts';
import { standingIn } from '../../../../client/state/chat-selectors.ts';
import { chatLimits } from '../../../../domain/limits.ts';
import type { Draft } from '../../../../domain/message.ts';
import { refuses } from '../../../../domain/permissions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { nowMs } from '../../../platform/time.ts';
import { mentionQuery } from './use-editor.ts';
import type { ChatPartner } from '../who.ts';

export interface Mentionable {
  /** 0 is everyone. */
  readonly id: number;
  readonly name: string;
  readonly avatar: string;
  /** What a query is compared with, in small letters. */
  readonly words: string;
}

export interface Mentions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Mentionable[];
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly dismiss: () => void;
}

/** The list for "@" at the caret, or null. Members are fetched when it is first wanted. */
export function useMentions(contact: ChatPartner, draft: Draft, caret: number | null): Mentions | null {
  const inGroup = contact.kind === 'group';
  const query = inGroup && caret !== null ? mentionQuery(draft, caret) : null;
  const everyone = useEveryone(contact);
  const members = useMembers(contact, query !== null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState({ query: '', index: 0 });
  const text = query?.query.toLowerCase() ?? '';
  const options = useMemo(() => {
    const all = everyone ? [everyone, ...members] : members;
    return all.filter((one) => one.words.includes(text)).slice(0, chatLimits.mentionOptionsMax);
  }, [everyone, members, text]);
  if (query === null || options.length === 0 || dismissed === query.from || caret === null) {
    if (query === null && dismissed !== null) setDismissed(null);
    return null;
  }
  return {
    from: query.from,
    to: caret,
    options,
    active: active.query === text ? Math.min(active.index, options.length - 1) : 0,
    setActive: (index) => setActive({ query: text, index: (index + options.length) % options.length }),
    dismiss: () => setDismissed(query.from),
  };
}

/** Everyone is one choice for those who may (GROUP-9). */
function useEveryone(contact: ChatPartner): Mentionable | null {
  const { t } = useTranslation();
  const may = useStore((state) => {
    const standing = standingIn(state, contact.id);
    return standing !== null && refuses('mentionAll', standing, nowMs() / 1_000) === null;
  });
  const name = t('mention.everyone');
  return useMemo(() => (may ? { id: 0, name, avatar: '', words: name.toLowerCase() } : null), [may, name]);
}

function useMembers(contact: ChatPartner, wanted: boolean): readonly Mentionable[] {
  const { actions } = useClient();
  const self = useStore((state) => state.self?.id ?? null);
  const profiles = useStore((state) => state.profiles);
  const [found, setFound] = useState<{
    readonly size: number;
    readonly profiles: unknown;
    readonly members: readonly GroupMember[];
  } | null>(null);
  const size = contact.group?.members ?? 0;
  const fetch = wanted && (found?.size !== size || found.profiles !== profiles);
  useEffect(() => {
    if (!fetch) return undefined;
    let gone = false;
    const load = async () => {
      const answer = await actions.members(contact.id);
      if (!gone && answer.ok) setFound({ size, profiles, members: answer.value });
    };
    void load();
    return () => {
      gone = true;
    };
  }, [actions, contact.id, fetch, size, profiles]);
  return useMemo(
    () =>
      (found?.members ?? [])
        .filter((member) => member.user !== self)
        .map(({ user, displayName, account, namePy, avatar }) => ({
          id: user,
          name: displayName,
          avatar,
          words: `${displayName} ${account} ${namePy}`.toLowerCase(),
        })),
    [found, self],
  );
}

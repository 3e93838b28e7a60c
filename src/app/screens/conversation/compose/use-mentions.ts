import { useMemo, useState } from 'react';
import type { GroupMember } from '../../../../client/interface/client.ts';
import { accessIn } from '../../../../client/state/group-access.ts';
import { chatLimits } from '../../../../domain/limits.ts';
import { distinctName, ONLINE, TEAM } from '../../../../domain/mention-names.ts';
import { EVERYBODY } from '../../../../domain/mentions.ts';
import { inNameOrder } from '../../../../domain/name-order.ts';
import { refusalFor } from '../../../../domain/permissions.ts';
import { folded } from '../../../../domain/search-words.ts';
import { teamsIn } from '../../../../domain/teams.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { namesakes } from '../../../shared/namesakes.ts';
import { NO_MEMBERS, useMembers } from '../../../shared/use-members.ts';
import { nowMs } from '../../../platform/time.ts';
import { asSet } from '../attach/as-set.ts';
import { mentionQuery } from './mention-text.ts';
import type { Editor } from './use-editor.ts';
import type { ChatPartner } from '../who.ts';

export interface Mentionable {
  /** 0 is everyone; a negative ID means several members. */
  readonly id: number;
  /** The name in the text, which distinguishes two members with one name. */
  readonly name: string;
  readonly displayName: string;
  /** The username where another member has the same name. */
  readonly account: string;
  readonly avatar: string;
  /** Whom a choice of several members means; '': one member. */
  readonly hint: string;
  /** Folded search terms: names first. */
  readonly words: readonly string[];
  /** An emoji, which replaces its name (EMOJI-5). */
  readonly sign?: string;
  /** Its picture. */
  readonly picture?: string;
}

export interface Mentions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Mentionable[];
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly dismiss: () => void;
}

/** Whom a text of this chat can mention: sets of members, if permitted, and members once they are wanted. */
export function usePeople(contact: ChatPartner, isWanted: boolean): readonly Mentionable[] {
  const sets = useSets(contact);
  const members = useMentionable(contact, isWanted);
  return useMemo(() => [...sets, ...members], [sets, members]);
}

/** The list for "@" at the caret, or null. */
export function useMentions(
  contact: ChatPartner,
  { draft, caret, people }: Pick<Editor, 'draft' | 'caret' | 'people'>,
): Mentions | null {
  const inGroup = contact.kind === 'group';
  const query = inGroup && caret !== null ? mentionQuery({ ...draft, ...asSet() }, caret) : null;
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState({ query: '', index: 0 });
  const text = folded(query?.query ?? '');
  const options = useMemo(() => ranked(people, text).slice(0, chatLimits.mentionOptionsMax), [people, text]);
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

/**
 * Sorts matches: name or username begins with the query, then a word of it does, then the rest. A set of
 * members matches only by its beginning, so that an early Enter does not mention all members. Each word of
 * the query must begin a word of the name, in order.
 */
export function ranked<T extends Pick<Mentionable, 'id' | 'words'>>(
  all: readonly T[],
  text: string,
): readonly T[] {
  const isSeveral = text.includes(' ');
  const rank = ({ id, words }: T): number => {
    // A member comes before a team, for the same reason.
    if (words.some((one) => one.startsWith(text))) return id < EVERYBODY && text !== '' ? 0.5 : 0;
    if (id <= EVERYBODY) return NOT_MEANT;
    if (isSeveral) return words.some((one) => beginWords(one, text)) ? 1 : NOT_MEANT;
    if (words.some((one) => one.includes(` ${text}`))) return 1;
    return words.some((one) => one.includes(text)) ? 2 : NOT_MEANT;
  };
  const candidates = all.map((one) => ({ one, rank: rank(one) })).filter((one) => one.rank < NOT_MEANT);
  return candidates.toSorted((a, b) => a.rank - b.rank).map(({ one }) => one);
}
const NOT_MEANT = 3;

const beginWords = (name: string, text: string): boolean =>
  ` ${name.replaceAll('-', ' ')}`.includes(` ${text.replaceAll('-', ' ')}`);

/** Everyone, the members online and the teams, for users with the permission (GROUP-9, MENTION-13). */
function useSets(contact: ChatPartner): readonly Mentionable[] {
  const { t } = useTranslation();
  const may = useStore((state) => {
    const access = accessIn(state, contact.id);
    return access !== null && refusalFor('mentionAll', access, nowMs() / 1_000) === null;
  });
  const isPlain = useStore((state) => state.sync.plain);
  const teams = useStore((state) => state.contacts.get(contact.id)?.group?.setting.teams ?? '');
  return useMemo(() => {
    const set = (id: number, name: string, hint: string): Mentionable => ({
      id,
      name,
      displayName: name,
      account: '',
      avatar: '',
      hint,
      words: [folded(name)],
    });
    if (!may) return [];
    const everyone = set(EVERYBODY, t('mention.everyone'), t('mention.everyoneHint'));
    if (isPlain) return [everyone];
    return [
      everyone,
      set(ONLINE, t('mention.online'), t('mention.onlineHint')),
      ...teamsIn(teams).map(({ name, members }) =>
        set(TEAM, name, t('chat.members', { count: members.length })),
      ),
    ];
  }, [may, isPlain, teams, t]);
}

function useMentionable(contact: ChatPartner, isEnabled: boolean): readonly Mentionable[] {
  const self = useStore((state) => state.self?.id ?? null);
  // Members are requested with the first "@" and updated from then on.
  const [hasRequest, setRequest] = useState(isEnabled);
  if (isEnabled && !hasRequest) setRequest(true);
  const { value: members } = useMembers(contact.id, hasRequest);
  const { t } = useTranslation();
  const everyone = t('mention.everyone');
  return useMemo(() => mentionable(members ?? NO_MEMBERS, everyone, self), [everyone, members, self]);
}

/** Every other member in order of name (LIST-18), with a name that is unique within a text. */
export function mentionable(
  members: readonly GroupMember[],
  everyone: string,
  self: number | null,
): readonly Mentionable[] {
  const shared = namesakes([
    { id: EVERYBODY, name: everyone, account: '' },
    ...members.map(({ user, displayName: name, account }) => ({ id: user, name, account })),
  ]);
  const others = members.filter((member) => member.user !== self);
  return inNameOrder(
    others,
    ({ displayName }) => displayName,
    ({ user }) => user,
  ).map(({ user, displayName, account, namePy, avatar }) => {
    const username = shared.get(String(user)) ?? '';
    return {
      id: user,
      name: username === '' ? displayName : distinctName(displayName, username),
      displayName,
      account: username,
      avatar,
      hint: username,
      words: [displayName, account, namePy].map(folded),
    };
  });
}

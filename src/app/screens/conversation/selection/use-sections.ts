import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import type { GroupMember } from '../../../../client/interface/client.ts';
import { rows } from '../../../../client/state/selectors.ts';
import { type Entry, groupList, sharedContacts } from '../../../../client/state/address-book.ts';
import { accessIn } from '../../../../client/state/group-access.ts';
import { type ContactId, FAVOURITES } from '../../../../domain/ids.ts';
import { refusalFor, refusalOver, sameAccess } from '../../../../domain/permissions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import type { Loaded } from '../../../shared/use-load.ts';
import { NO_MEMBERS, useMembers } from '../../../shared/use-members.ts';
import { useIsReachable, useReachableBook } from '../../../shared/use-book.ts';
import type { SelectionMode } from '../../../paths/paths.ts';
import { type Candidate, candidateOf, type CandidateSection } from './modes.ts';
import { folded } from '../../../../domain/search-words.ts';

const NOTHING_TO_LOAD = { state: 'ready', value: NO_MEMBERS, reload: () => undefined } as const;

/** Candidates in sections; members of the group are loaded if needed. */
export function useSections(
  mode: SelectionMode,
  contact: ContactId,
): {
  readonly sections: readonly CandidateSection[];
  readonly load: Loaded<unknown> & { readonly reload: () => void };
} {
  const needsMembers = mode === 'invite' || mode === 'mention' || mode === 'remove' || mode === 'heir';
  const members = useMembers(contact, needsMembers);
  const present = members.value ?? NO_MEMBERS;
  const letters = useLetters(present);
  const below = useBelow(contact, present);
  const chats = useChats(contact);
  const others = useOthers(contact, present);
  const cards = useMemo(
    () =>
      letters.map((section) => ({
        ...section,
        candidates: section.candidates.filter((one) => one.id !== contact),
      })),
    [letters, contact],
  );
  switch (mode) {
    case 'create':
      return { sections: letters, load: NOTHING_TO_LOAD };
    case 'invite':
      return { sections: letters, load: members };
    case 'remove':
      return { sections: below, load: members };
    case 'mention':
      return { sections: others, load: members };
    case 'heir':
      // The owner outranks all other members.
      return { sections: below, load: members };
    case 'card':
    case 'call':
      return { sections: cards, load: NOTHING_TO_LOAD };
    case 'forward':
    case 'share':
      return { sections: chats, load: NOTHING_TO_LOAD };
  }
}

function useLetters(present: readonly GroupMember[]): readonly CandidateSection[] {
  const book = useReachableBook();
  return useMemo(() => {
    const inside = new Set(present.map((member) => String(member.user)));
    return book.map(({ letter, contacts }) => ({
      key: letter,
      title: letter,
      candidates: contacts.map((one) => candidateOf(one, inside.has(one.id) ? 'present' : null)),
    }));
  }, [book, present]);
}

const candidateOfMember = (member: GroupMember): Candidate => ({
  id: String(member.user),
  name: member.displayName,
  account: member.account,
  avatar: member.avatar,
  group: false,
  barred: null,
  words: folded(`${member.displayName} ${member.account} ${member.namePy}`),
});

/** All other members of the group, and "all members" for users with the permission (GROUP-9). */
function useOthers(contact: ContactId, members: readonly GroupMember[]): readonly CandidateSection[] {
  const { t } = useTranslation();
  const self = useStore((state) => state.self?.id ?? null);
  const access = useStore((state) => accessIn(state, contact), sameAccess);
  return useMemo(() => {
    const everyone: Candidate = {
      id: '0',
      name: t('mention.everyone'),
      avatar: '',
      group: false,
      barred: null,
      words: folded(t('mention.everyone')),
    };
    const may = access !== null && refusalFor('mentionAll', access, 0) === null;
    const candidates = members.filter((member) => member.user !== self).map(candidateOfMember);
    return [
      { key: 'members', title: t('ginfo.members'), candidates: may ? [everyone, ...candidates] : candidates },
    ];
  }, [members, self, access, t]);
}

/** Members that the user may act on (ROLE-9). */
function useBelow(contact: ContactId, members: readonly GroupMember[]): readonly CandidateSection[] {
  const { t } = useTranslation();
  const mine = useStore((state) => accessIn(state, contact)?.role ?? null);
  return useMemo(() => {
    const candidates = members
      .filter((member) => refusalOver(mine, member.role) === null)
      .map(candidateOfMember);
    return [{ key: 'members', title: t('ginfo.members'), candidates }];
  }, [members, mine, t]);
}

function notesCandidate(t: TFunction, notes: Entry): Candidate {
  const name = t('contact.favourites');
  return { ...candidateOf(notes), name, words: folded(`${name} ${t('contact.notesAlso')}`) };
}

/**
 * Notes to self and recent chats first, then the other groups and users; never the current chat (NOTES-1).
 */
function useChats(current: ContactId): readonly CandidateSection[] {
  const { t } = useTranslation();
  const list = useStore((state) => rows(state));
  const notes = useStore((state) => sharedContacts(state).find(({ kind }) => kind === 'favourites'));
  const groups = useStore(groupList);
  const book = useReachableBook();
  const isReachable = useIsReachable();
  return useMemo(() => {
    const open = (one: { readonly id: string; readonly kind: string }) =>
      one.id !== current && (one.kind === 'person' || one.kind === 'group');
    const recent = list.filter((one) => open(one) && one.last !== null && isReachable(one));
    const own = notes === undefined || current === FAVOURITES ? [] : [notesCandidate(t, notes)];
    const recentIds = new Set(recent.map((one) => one.id));
    const rest = groups.filter((one) => open(one) && !recentIds.has(one.id));
    return [
      {
        key: 'recent',
        title: t('sel.recent'),
        candidates: [...own, ...recent.map((one) => candidateOf(one))],
      },
      { key: 'groups', title: t('sel.groups'), candidates: rest.map((one) => candidateOf(one)) },
      ...book.map(({ letter, contacts }) => ({
        key: letter,
        title: letter,
        candidates: contacts
          .filter((one) => open(one) && !recentIds.has(one.id))
          .map((one) => candidateOf(one)),
      })),
    ];
  }, [list, notes, groups, book, current, isReachable, t]);
}

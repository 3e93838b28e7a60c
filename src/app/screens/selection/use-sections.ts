import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupMember } from '../../../client/client.ts';
import { addressBook, groupList, rows, standingIn } from '../../../client/store/selectors.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { ok } from '../../../domain/result.ts';
import { refusesOver } from '../../../domain/permissions.ts';
import { useClient, useStore } from '../../kit/client-context.ts';
import { type Loaded, useLoad } from '../../kit/use-load.ts';
import { type Candidate, candidateOf, type Mode, type Section } from './modes.ts';

const NOBODY: readonly GroupMember[] = [];

/** Who can be chosen, in sections; members of the group are fetched where they matter. */
export function useSections(mode: Mode, contact: ContactId): { readonly sections: readonly Section[]; readonly load: Loaded<unknown> & { readonly reload: () => void } } {
  const { actions } = useClient();
  const needsMembers = mode === 'invite' || mode === 'remove';
  const members = useLoad(`${mode} ${contact}`, () => (needsMembers ? actions.members(contact) : Promise.resolve(ok(NOBODY))));
  const present = members.value ?? NOBODY;
  const letters = useLetters(present);
  const below = useBelow(contact, present);
  const chats = useChats(contact);
  switch (mode) {
    case 'create':
    case 'invite':
      return { sections: letters, load: members };
    case 'remove':
      return { sections: below, load: members };
    case 'forward':
      return { sections: chats, load: members };
  }
}

function useLetters(present: readonly GroupMember[]): readonly Section[] {
  const book = useStore(addressBook);
  return useMemo(() => {
    const inside = new Set(present.map((member) => String(member.user)));
    return book.map(({ letter, contacts }) => ({
      key: letter,
      title: letter,
      candidates: contacts.map((one) => candidateOf(one, inside.has(one.id) ? 'present' : null)),
    }));
  }, [book, present]);
}

/** Members on whom I may act (ROLE-9). */
function useBelow(contact: ContactId, members: readonly GroupMember[]): readonly Section[] {
  const { t } = useTranslation();
  const mine = useStore((state) => standingIn(state, contact)?.role ?? null);
  return useMemo(() => {
    const candidates = members
      .filter((member) => refusesOver(mine, member.role) === null)
      .map(
        (member): Candidate => ({
          id: String(member.user),
          name: member.displayName,
          avatar: member.avatar,
          group: false,
          barred: null,
          words: `${member.displayName} ${member.account} ${member.namePy}`.toLowerCase(),
        }),
      );
    return [{ key: 'members', title: t('ginfo.members'), candidates }];
  }, [members, mine, t]);
}

/** Recent chats first, then the other groups and people; never the chat one comes from. */
function useChats(current: ContactId): readonly Section[] {
  const { t } = useTranslation();
  const list = useStore((state) => rows(state));
  const groups = useStore(groupList);
  const book = useStore(addressBook);
  return useMemo(() => {
    const open = (one: { readonly id: string; readonly kind: string }) => one.id !== current && (one.kind === 'person' || one.kind === 'group');
    const recent = list.filter((one) => open(one) && one.last !== null);
    const shown = new Set(recent.map((one) => one.id));
    const rest = groups.filter((one) => open(one) && !shown.has(one.id));
    return [
      { key: 'recent', title: t('sel.recent'), candidates: recent.map((one) => candidateOf(one)) },
      { key: 'groups', title: t('sel.groups'), candidates: rest.map((one) => candidateOf(one)) },
      ...book.map(({ letter, contacts }) => ({
        key: letter,
        title: letter,
        candidates: contacts.filter((one) => open(one) && !shown.has(one.id)).map((one) => candidateOf(one)),
      })),
    ];
  }, [list, groups, book, current, t]);
}

import type { Entry } from '../../../../client/state/address-book.ts';
import { groupCallSizes } from '../../../../domain/group-call-sizes.ts';
import { peopleLimits } from '../../../../domain/limits.ts';
import type { SelectionMode } from '../../../paths/paths.ts';
import { folded } from '../../../../domain/search-words.ts';

/** One who can be chosen: a person, or a group when forwarding. */
export interface Candidate {
  /** Distinguishes two members with one name. */
  readonly account?: string;
  readonly id: string;
  readonly name: string;
  readonly avatar: string;
  readonly group: boolean;
  /** Why it cannot be chosen (already in the group); null when it can. */
  readonly barred: 'present' | null;
  /** Lower-case text for the search. */
  readonly words: string;
}

export interface CandidateSection {
  readonly key: string;
  readonly title: string;
  readonly candidates: readonly Candidate[];
}

export const candidateOf = (contact: Entry, barred: Candidate['barred'] = null): Candidate => ({
  id: contact.id,
  name: contact.displayName,
  avatar: contact.avatar,
  group: contact.kind === 'group',
  ...(contact.kind === 'person' && { account: contact.account }),
  barred,
  words: folded(`${contact.displayName} ${contact.realname} ${contact.account} ${contact.namePy}`),
});

/** The most candidates in one selection; null: unlimited here. */
export function maxOf(mode: SelectionMode): number | null {
  switch (mode) {
    case 'forward':
    case 'share':
      return peopleLimits.forwardMax;
    case 'invite':
      return peopleLimits.inviteBatchMax;
    case 'call':
      // With the two who already talk.
      return groupCallSizes.participantsMax - 2;
    case 'create':
      return peopleLimits.groupCreateMax;
    case 'card':
    case 'heir':
      return 1;
    case 'mention':
      return peopleLimits.mentionsMax;
    case 'remove':
      return null;
  }
}

/** Sections that still hold something after a search. */
export function searched(sections: readonly CandidateSection[], typed: string): readonly CandidateSection[] {
  const query = folded(typed);
  if (query === '') return sections.filter((section) => section.candidates.length > 0);
  return sections
    .map((section) => ({
      ...section,
      candidates: section.candidates.filter((one) => one.words.includes(query)),
    }))
    .filter((section) => section.candidates.length > 0);
}

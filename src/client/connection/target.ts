import { FAVOURITES, parseTarget, type ContactId } from '../../domain/ids.ts';

/** `is_group` of the contract: 0 a person, 1 a group, 2 read-only, 3 favourites. */
export function groupKindOf(id: ContactId): 0 | 1 | 2 | 3 {
  if (id === FAVOURITES) return 3;
  const kind = parseTarget(id)?.kind;
  if (kind === 'group') return 1;
  return kind === 'person' ? 0 : 2;
}

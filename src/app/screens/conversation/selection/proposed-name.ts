import { textLimits } from '../../../../domain/limits.ts';
import { lengthOf } from '../../../../domain/validation.ts';

/** Default name of a new group: as many members as fit (UI-79); '' if not even the first fits. */
export function proposedName(names: readonly string[], join: string): string {
  let name = '';
  for (const one of names) {
    const longer = name === '' ? one : `${name}${join}${one}`;
    if (lengthOf(longer) > textLimits.groupNameMax) return name;
    name = longer;
  }
  return name;
}

import { textLimits } from '../../../../domain/limits.ts';
import { lengthOf } from '../../../../domain/validation.ts';

/**
 * What a group is called that nobody named: who is in it, as many as fit (UI-79); '' when not even the first
 * does.
 */
export function proposedName(names: readonly string[], join: string): string {
  let name = '';
  for (const one of names) {
    const longer = name === '' ? one : `${name}${join}${one}`;
    if (lengthOf(longer) > textLimits.groupNameMax) return name;
    name = longer;
  }
  return name;
}

import type { ContactId } from '../../domain/ids.ts';
import { useOwnSetting } from '../kit/use-setting.ts';

/** Whether this person wants to see nothing of what happens to the group, on this device (GROUP-30). */
export function useLinesHidden(group: ContactId): readonly [boolean, (hide: boolean) => void] {
  const [kept, keep] = useOwnSetting(`lines-hidden-${group}`);
  return [kept === '1', (hide) => void keep(hide ? '1' : null)];
}

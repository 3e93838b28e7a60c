import type { ContactId } from '../../domain/ids.ts';
import { useOwnSetting } from '../kit/app-setting.ts';

/** The user's choice on this device to hide system lines of the group (GROUP-30). */
export function useLinesHidden(group: ContactId): readonly [boolean, (hide: boolean) => void] {
  const [isHidden, keep] = useOwnSetting(`lines-hidden-${group}`);
  return [isHidden === '1', (hide) => void keep(hide ? '1' : null)];
}

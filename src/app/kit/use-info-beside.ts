import { useVast } from './use-media.ts';
import { useSetting } from './use-setting.ts';

/**
 * On very wide windows the info of a chat stands beside it until it is closed, which the device remembers
 * (UI-2).
 */
export function useInfoBeside(): readonly [boolean, (open: boolean) => void] {
  const vast = useVast();
  const [kept, keep] = useSetting('infoBeside');
  return [vast && kept !== 'closed', (open) => void keep(open ? null : 'closed')];
}

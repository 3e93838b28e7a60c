import { createContext, useContext } from 'react';
import { useLocation } from 'react-router-dom';
import { PATHS } from '../paths/paths.ts';
import { useBack } from './navigation.ts';
import { useVast } from './use-media.ts';
import { useSetting } from './app-setting.ts';

/** Position of a page: alone (narrow), in the list at the left, in the middle, or as the third pane. */
export type Pane = 'single' | 'list' | 'main' | 'info';

export const PaneContext = createContext<Pane>('single');
export const usePane = (): Pane => useContext(PaneContext);

/**
 * In very wide windows the info of a chat is beside it until the user closes it; the device remembers that
 * (UI-2).
 */
export function useInfoBeside(): readonly [boolean, (open: boolean) => void] {
  const vast = useVast();
  const [isBeside, keep] = useSetting('infoBeside');
  return [vast && isBeside !== 'closed', (open) => void keep(open ? null : 'closed')];
}

/** Closes the pane beside a chat. A thread does not change the setting of the info. */
export function useClosePane(): () => void {
  const { pathname } = useLocation();
  const goBack = useBack();
  const [, setBeside] = useInfoBeside();
  return () => {
    if (pathname !== PATHS.thread) setBeside(false);
    if (pathname !== PATHS.chat) goBack();
  };
}

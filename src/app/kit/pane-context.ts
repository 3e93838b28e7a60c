import { createContext, useContext } from 'react';

/** Position of a page: alone (narrow), in the list at the left, in the middle, or as the third pane. */
export type Pane = 'single' | 'list' | 'main' | 'info';

export const PaneContext = createContext<Pane>('single');
export const usePane = (): Pane => useContext(PaneContext);

import { useSyncExternalStore } from 'react';
import { isAttended, onAttention } from '../platform/attention.ts';

/** False while the tab is hidden or its window has no focus: messages that arrive then count as unseen. */
export const usePageVisible = (): boolean => useSyncExternalStore(onAttention, isAttended, () => true);

import type { RefObject } from 'react';
import { useClient } from '../../shared/client-context.ts';
import { partsOf } from './album.ts';
import type { ComposerHandle } from './compose/composer.tsx';
import { isEditableRow } from './editing.ts';
import type { TimelineRow } from './timeline.ts';

/** Starts editing the user's last editable message (UI-60). False: none exists. */
export function useEditLast(
  rows: readonly TimelineRow[],
  composer: RefObject<ComposerHandle | null>,
): () => boolean {
  const { store } = useClient();
  return () => {
    const state = store.get();
    const last = rows.flatMap(partsOf).findLast((row) => isEditableRow(state, row));
    if (last === undefined) return false;
    composer.current?.edit(last);
    return true;
  };
}

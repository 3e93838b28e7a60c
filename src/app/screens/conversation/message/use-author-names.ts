import { useMemo } from 'react';
import { knownAs } from '../../../../client/state/selectors.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { authorNameBy } from '../../../shared/author-name.ts';
import { sameItems, useStore } from '../../../shared/client-context.ts';
import type { TimelineRow } from '../timeline.ts';

/** Who wrote each of these rows, listened for in one place for all of them; '' of what only waits. */
export function useAuthorNames(rows: readonly TimelineRow[]): (row: TimelineRow) => string {
  const { t } = useTranslation();
  const ids = useMemo(
    () => [...new Set(rows.flatMap(({ message }) => (message === null ? [] : message.from.id)))],
    [rows],
  );
  const names = useStore((state) => ids.map((id) => knownAs(state, id)), sameItems);
  return useMemo(() => {
    const known = new Map(ids.map((id, i) => [id, names[i]]));
    return ({ message }) =>
      message === null ? '' : authorNameBy(t, known.get(message.from.id), message.from);
  }, [t, ids, names]);
}

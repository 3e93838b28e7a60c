import { useMemo } from 'react';
import { contactNameOf } from '../../../../client/state/selectors.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { authorNameBy } from '../../../shared/author-name.ts';
import { sameItems, useStore } from '../../../shared/client-context.ts';
import type { TimelineRow } from '../timeline.ts';

/** The author of each row, with one subscription for all rows; '' for unsent messages. */
export function useAuthorNames(rows: readonly TimelineRow[]): (row: TimelineRow) => string {
  const { t } = useTranslation();
  const ids = useMemo(
    () => [...new Set(rows.flatMap(({ message }) => (message === null ? [] : message.from.id)))],
    [rows],
  );
  const names = useStore((state) => ids.map((id) => contactNameOf(state, id)), sameItems);
  return useMemo(() => {
    const byId = new Map(ids.map((id, i) => [id, names[i]]));
    return ({ message }) =>
      message === null ? '' : authorNameBy(t, byId.get(message.from.id), message.from);
  }, [t, ids, names]);
}

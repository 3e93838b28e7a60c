import { chatLimits } from '../../../domain/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useToasts } from '../../kit/toaster.tsx';
import type { TimelineRow } from './timeline.ts';

/** Several messages at once (UI-59). */
export interface Choosing {
  /** Keys of the selected rows; null outside of a selection. */
  readonly selection: ReadonlySet<string> | null;
  readonly rows: readonly TimelineRow[];
  readonly begin: (row: TimelineRow) => void;
  readonly toggle: (row: TimelineRow) => void;
  readonly end: () => void;
}

/** Selectable rows: messages that are on the server. */
export const choosable = (row: TimelineRow): boolean =>
  row.kind === 'bubble' && (row.message?.msgId ?? 0) > 0;

/** `keys` is the caller's: during a selection, the rows are built differently. */
export function useChoosing(
  rows: readonly TimelineRow[],
  keys: ReadonlySet<string> | null,
  setKeys: (keys: ReadonlySet<string> | null) => void,
): Choosing {
  const { t } = useTranslation();
  const toasts = useToasts();
  // Recalled or deleted messages are no longer selected.
  const selected = keys === null ? [] : rows.filter((row) => keys.has(row.key) && choosable(row));
  const toggle = (row: TimelineRow) => {
    if (keys === null || !choosable(row)) return;
    const next = new Set(selected.map((one) => one.key));
    if (next.delete(row.key)) return setKeys(next);
    if (next.size >= chatLimits.selectionMax)
      return toasts.show(t('select.max', { max: chatLimits.selectionMax }));
    setKeys(next.add(row.key));
  };
  return {
    selection: keys,
    rows: selected,
    begin: (row) => setKeys(new Set([row.key])),
    toggle,
    end: () => setKeys(null),
  };
}

import { memo, useState } from 'react';
import { lastMessageOf } from '../../../client/state/recalled.ts';
import { previewOf } from '../../../client/state/selectors.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { chatLimits } from '../../../domain/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { previewText } from '../../shared/preview-text.ts';
import { useFolded } from '../../shared/use-folded.ts';
import { partsOf } from './album.ts';
import { useAuthorName } from './message/author.tsx';
import type { TimelineRow } from './timeline.ts';

/** The last announced row, and the newest message. */
interface ArrivalState {
  readonly rows: readonly TimelineRow[];
  readonly upTo: number;
  readonly fresh: readonly TimelineRow['key'][];
}

const NOTHING: readonly TimelineRow[] = [];
const newestIn = (rows: readonly TimelineRow[]): number =>
  Math.max(0, ...rows.flatMap(partsOf).map((row) => row.message?.n ?? 0));

function arrivalsAfter(state: ArrivalState, rows: readonly TimelineRow[]): ArrivalState {
  const upTo = newestIn(rows);
  if (upTo <= state.upTo) return { ...state, rows };
  return {
    rows,
    upTo,
    fresh: rows
      .flatMap(partsOf)
      .flatMap((row) => (!row.own && (row.message?.n ?? 0) > state.upTo ? row.key : [])),
  };
}

/**
 * Announces new messages in the open chat to screen readers (UI-91): sender and text, or a count of several.
 */
export const Arrivals = memo(function Arrivals({
  chat,
  rows,
}: {
  readonly chat: ContactId;
  readonly rows: readonly TimelineRow[];
}) {
  const { t } = useTranslation();
  const [state, setState] = useState<ArrivalState>(() => ({ rows, upTo: newestIn(rows), fresh: [] }));
  if (state.rows !== rows) setState(arrivalsAfter(state, rows));
  // Recalled and deleted messages are not announced.
  const keys = new Set<string>(state.fresh);
  const fresh =
    keys.size === 0
      ? NOTHING
      : rows.flatMap(partsOf).filter((row) => keys.has(row.key) && row.message?.recalled !== true);
  return (
    <VisuallyHidden>
      <span role="log" aria-live="polite" aria-label={t('a11y.arrivals')}>
        {fresh.length > chatLimits.announceMax
          ? t('chat.newBelow', { count: fresh.length })
          : fresh.map((row) => <Arrival key={row.key} chat={chat} row={row} />)}
      </span>
    </VisuallyHidden>
  );
});

function Arrival({ chat, row: { message } }: { readonly chat: ContactId; readonly row: TimelineRow }) {
  const { t } = useTranslation();
  const folded = useFolded(chat, message?.from.id);
  const name = useAuthorName(message?.from ?? null);
  const words = message === null ? '' : previewText(t, previewOf(lastMessageOf(message)), null);
  if (folded) return null;
  return <span>{message?.type === 'event' ? words : t('a11y.arrived', { name, words })}</span>;
}

import { type ReactElement, useMemo } from 'react';
import { readByPartner } from '../../../client/state/chat-selectors.ts';
import type { Contact } from '../../../client/state/state.ts';
import { rowCache } from '../../kit/kept-rows.ts';
import { sameItems, useStore } from '../../shared/client-context.ts';
import { partsOf } from './album.ts';
import { type MessageRowActions, TimelineMessage } from './message/message-row.tsx';
import { contactNameOf } from '../../../client/state/selectors.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { authorNameBy } from '../../shared/contact-name.ts';
import { type DeliveryState, type TimelineRow, deliveryOf, mentionsMe, slowest } from './timeline.ts';
import { isReacted } from './reactions/shown.ts';
import { choosable } from './use-choosing.ts';

/** Renders a row, and returns the same element while none of its inputs changes. */
export function useDrawing(
  rows: readonly TimelineRow[],
  {
    contact: { kind, counting },
    inThread,
    focusKey,
    fresh,
    flash,
    selection,
    actions,
  }: {
    readonly contact: Contact;
    readonly inThread: boolean;
    readonly focusKey: string | null;
    readonly fresh: ReadonlySet<string>;
    readonly flash: string | null;
    readonly selection: ReadonlySet<string> | null;
    readonly actions: MessageRowActions;
  },
): (row: TimelineRow, at: number) => ReactElement {
  const self = useStore((state) => state.self?.id ?? null);
  const pending = useStore((state) => state.pending.react);
  const authorOf = useAuthorNames(rows);
  return useMemo(() => {
    const delivery = (row: TimelineRow) => deliveryIn({ kind, counting }, row);
    return rowCache((row: TimelineRow, at) => (
      <TimelineMessage
        key={row.key}
        row={row}
        author={authorOf(row)}
        delivery={delivery(row)}
        turns={row.own && delivery(row) !== delivery(rows[at + 1] ?? row)}
        inGroup={kind === 'group'}
        inThread={inThread}
        mentionsMe={mentionsMe(row, self)}
        focusable={row.key === focusKey}
        fresh={fresh.has(row.key)}
        flash={row.key === flash}
        reacted={isReacted(row, pending)}
        choice={selection === null || !choosable(row) ? null : selection.has(row.key) ? 'chosen' : 'open'}
        actions={actions}
      />
    ));
  }, [rows, authorOf, kind, counting, inThread, self, focusKey, fresh, flash, pending, selection, actions]);
}

/** How far an own message has come; null for all others. */
function deliveryIn(contact: Pick<Contact, 'kind' | 'counting'>, row: TimelineRow): DeliveryState | null {
  return row.own
    ? slowest(
        partsOf(row).map((one) =>
          deliveryOf(one, one.message !== null && readByPartner(contact, one.message)),
        ),
      )
    : null;
}

/** The author of each row, with one subscription for all rows; '' for unsent messages. */
function useAuthorNames(rows: readonly TimelineRow[]): (row: TimelineRow) => string {
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

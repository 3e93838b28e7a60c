import { useMemo, useRef } from 'react';
import type { Contact } from '../../../client/state/state.ts';
import type { GroupLine } from '../../../domain/group-lines.ts';
import { useWhenChanged } from '../../kit/use-when-changed.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useLoad } from '../../shared/use-load.ts';
import { useLinesHidden } from '../../shared/use-lines-hidden.ts';
import { newestIn } from './album.ts';
import type { TimelineRow } from './timeline.ts';
import { withTold } from './told.ts';

/** Adds the group's changes to the rows; loaded as far as the rows reach, and again after new ones. */
export function useGroupLines(
  { id, kind, group, displayName }: Contact,
  rows: readonly TimelineRow[],
  live: boolean,
): readonly TimelineRow[] {
  const { actions } = useClient();
  const first = rows.find((row) => newestIn(row) > 0);
  const from = first === undefined ? 0 : newestIn(first);
  const isAskable = useStore(({ sync, connection }) => !sync.plain && connection.name === 'open');
  const isAsked = kind === 'group' && from > 0 && isAskable;
  const { value, reload } = useLoad(
    id,
    isAsked ? () => actions.groupLines(id, from, Number.MAX_SAFE_INTEGER) : null,
  );
  const members = useRef(group?.members ?? 0);
  useWhenChanged(
    () => {
      // A message announces new members.
      const isGrown = (group?.members ?? 0) > members.current;
      members.current = group?.members ?? 0;
      if (isAsked && !isGrown) reload();
    },
    group,
    displayName,
    from,
    isAskable,
  );
  const lines = value ?? NOTHING;
  const [isHidden] = useLinesHidden(id);
  return useMemo(
    () => (kind === 'group' ? withTold(rows, lines, { live, isHidden }) : rows),
    [kind, rows, lines, live, isHidden],
  );
}

const NOTHING: readonly GroupLine[] = [];

import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../client/interface/client.ts';
import { chatLimits } from '../../../domain/limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { useWhenChanged } from '../../kit/use-steady.ts';
import { failureText } from '../../shared/failure-text.ts';
import { useLoad } from '../../shared/use-load.ts';
import { Pager } from './pager.tsx';

/** Users and their details, one page at a time, with buttons to turn it. */
export function PagedRows<T>({
  question,
  version,
  ask,
  isThere = () => true,
  renderNone,
  renderRow,
}: {
  /** Identifies the request. */
  readonly question: string;
  /** The page is requested again when this value changes, because another device changed the data. */
  readonly version: string | number;
  readonly ask: (
    page: number,
    limit: number,
  ) => Answer<{ readonly rows: readonly T[]; readonly total: number }>;
  /** Hides rows that this device knows to be gone, but the last answer still has. */
  readonly isThere?: (row: T) => boolean;
  readonly renderNone: () => ReactNode;
  readonly renderRow: (row: T, reload: () => void) => ReactNode;
}) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const limit = chatLimits.applicationsPage;
  const loaded = useLoad(`${question} ${page}`, () => ask(page, limit));
  const { reload } = loaded;
  useWhenChanged(reload, version);
  if (loaded.value === null && loaded.state === 'loading') return <SkeletonRows count={5} />;
  if (loaded.value === null)
    return (
      <EmptyBlock
        kind="network"
        text={loaded.state === 'failed' ? failureText(t, loaded.failure) : t('page.loadFailed')}
        action={<Button onClick={reload}>{t('common.retry')}</Button>}
      />
    );
  const { total } = loaded.value;
  const rows = loaded.value.rows.filter(isThere);
  if (rows.length === 0) return renderNone();
  return (
    <>
      <ul>{rows.map((row) => renderRow(row, reload))}</ul>
      <Pager page={page} pages={Math.ceil(total / limit)} onPage={setPage} />
    </>
  );
}

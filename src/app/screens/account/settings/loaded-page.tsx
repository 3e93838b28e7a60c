import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { Page } from '../../../kit/page.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { failureText } from '../../../shared/failure-text.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import type { useLoad } from '../../../shared/use-load.ts';
import { clockTime, useListTime } from '../../../shared/use-display-time.ts';

/** A page with loaded content: placeholder rows, an error with a retry button, or the content. */
export function LoadedPage<T>({
  title,
  loaded,
  render,
}: {
  readonly title: string;
  readonly loaded: ReturnType<typeof useLoad<T>>;
  readonly render: (value: T) => ReactNode;
}) {
  const { t } = useTranslation();
  const { value } = loaded;
  return (
    <Page cards bar={<TopBar title={title} />}>
      {value === null && loaded.state === 'loading' && <SkeletonRows count={2} />}
      {value === null && loaded.state === 'failed' && (
        <EmptyBlock
          kind="network"
          text={failureText(t, loaded.failure)}
          action={<Button onClick={loaded.reload}>{t('common.retry')}</Button>}
        />
      )}
      {value !== null && render(value)}
    </Page>
  );
}

/** Formats a time: the clock time for today, else the day with its time. */
export function useMomentText(): (ms: number) => string {
  const listTime = useListTime();
  return (ms) => {
    const [day, clock] = [listTime(ms), clockTime(ms)];
    return day === clock ? clock : `${day} ${clock}`;
  };
}

import { type ReactNode, Suspense } from 'react';
import { lazyAside } from './lazy-aside.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from './class-names.ts';
import styles from './empty-block.module.css';
import type { EmptyKind } from './empty-drawings.tsx';

/** Comes by itself: what is said stands without it, and its place is kept. */
const Drawing = lazyAside(() => import('./empty-drawings.tsx'));

/** Nothing here: a drawing, one sentence ('No Data' when none is given), and one way on where it helps. */
export function EmptyBlock({
  kind = 'default',
  text,
  action,
  fill = false,
}: {
  readonly kind?: EmptyKind;
  readonly text?: string;
  readonly action?: ReactNode;
  /** Takes the whole height of its parent. */
  readonly fill?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <div className={cx(styles.empty, fill && styles.fill)}>
      <svg width="120" height="96" viewBox="0 0 120 96" aria-hidden="true">
        <Suspense fallback={null}>
          <Drawing kind={kind} />
        </Suspense>
      </svg>
      <p className={styles.text}>{text ?? t('empty.default')}</p>
      {action}
    </div>
  );
}

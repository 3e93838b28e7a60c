import { type ReactNode, Suspense } from 'react';
import { lazyAside } from './lazy-aside.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { cx } from './class-names.ts';
import styles from './empty-block.module.css';
import type { EmptyKind } from './empty-drawings.tsx';

/** Loaded separately: the text appears without it, and its space is reserved. */
const Drawing = lazyAside(() => import('./empty-drawings.tsx'));

/** An empty state: a drawing, one sentence ('No Data' by default), and one action where it helps. */
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
      <svg width="150" height="120" viewBox="0 0 120 96" aria-hidden="true">
        <Suspense fallback={null}>
          <Drawing kind={kind} />
        </Suspense>
      </svg>
      <p className={styles.text}>{text ?? t('empty.default')}</p>
      {action}
    </div>
  );
}

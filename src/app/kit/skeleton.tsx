import { useTranslation } from '../i18n/use-translation.ts';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export const Skeleton = ({
  width = '100%',
  height = 14,
  radius,
}: {
  readonly width?: number | string;
  readonly height?: number;
  readonly radius?: number;
}) => <span className={styles.bone} style={{ width, height, borderRadius: radius }} aria-hidden="true" />;

const WIDTHS = [58, 74, 42, 66, 50, 80, 61, 47];

/** Rows in the shape of what will come. */
export function SkeletonRows({ count = 8 }: { readonly count?: number }) {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" role="status">
      <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className={styles.row} aria-hidden="true">
          <Skeleton width={48} height={48} radius={10} />
          <span className={styles.lines}>
            <Skeleton width={`${(WIDTHS[i % 8] ?? 50) / 2}%`} />
            <Skeleton width={`${WIDTHS[i % 8] ?? 50}%`} height={12} />
          </span>
        </div>
      ))}
    </div>
  );
}

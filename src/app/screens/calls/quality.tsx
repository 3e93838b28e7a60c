import type { CallQuality } from '../../../client/interface/calls.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { cx } from '../../kit/class-names.ts';
import styles from './call.module.css';

const BARS = { poor: 1, fair: 2, good: 3 } as const satisfies Record<CallQuality, number>;

/** Three bars, with a text for screen readers and as a tooltip. */
export function Quality({ quality }: { readonly quality: CallQuality }) {
  const { t } = useTranslation();
  const words = t(`call.quality.${quality}`);
  return (
    <span
      className={cx(styles.quality, quality === 'poor' && styles.poor)}
      role="img"
      aria-label={words}
      title={words}
    >
      {[1, 2, 3].map((bar) => (
        <i
          key={bar}
          className={bar <= BARS[quality] ? styles.lit : undefined}
          style={{ height: 4 + bar * 4 }}
        />
      ))}
    </span>
  );
}

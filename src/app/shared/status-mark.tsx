import { statusOf } from '../../client/state/statuses.ts';
import { userId } from '../../domain/ids.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useStore } from './client-context.ts';
import styles from './status-mark.module.css';

/** Shown where a status has no emoji. */
const SPEECH = '💬';

/** A user's status beside the name: the emoji, on pages with its text (PRES-4a). Groups have none. */
export function StatusMark({
  id,
  whole = false,
}: {
  readonly id: number | string;
  readonly whole?: boolean;
}) {
  const { t } = useTranslation();
  const status = useStore((state) => statusOf(state, userId(Number(id))));
  if (status === null) return null;
  const { emoji, text } = status;
  const label = t('status.is', { words: text || emoji });
  if (whole && text !== '')
    return (
      <p className={styles.whole}>
        {emoji} <bdi>{text}</bdi>
      </p>
    );
  return (
    <span className={styles.mark} role="img" aria-label={label} title={text || undefined}>
      {emoji || SPEECH}
    </span>
  );
}

import { useTranslation } from './i18n/use-translation.ts';
import { openInspector } from './platform/inspection.ts';
import styles from './recording.module.css';

/** Says that this tab is recorded, and leads to where it can be looked at. */
export function Recording() {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.chip} onClick={openInspector}>
      {t('inspect.recording')}
    </button>
  );
}

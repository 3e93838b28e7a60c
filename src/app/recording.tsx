import { useTranslation } from './i18n/use-translation.ts';
import { openInspector } from './platform/inspection.ts';
import styles from './recording.module.css';

/** Shows that this tab is recorded, with a link to the inspector. */
export function Recording() {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.chip} onClick={openInspector}>
      {t('inspect.recording')}
    </button>
  );
}

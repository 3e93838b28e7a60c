import { TextsHost, useTranslation } from './i18n/use-translation.ts';
import { openInspector } from './platform/inspection.ts';
import styles from './recording.module.css';

/** Shows that this tab is recorded, with a link to the inspector. */
export default function Recording() {
  return (
    <TextsHost>
      <Chip />
    </TextsHost>
  );
}

function Chip() {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.chip} onClick={openInspector}>
      {t('inspect.recording')}
    </button>
  );
}

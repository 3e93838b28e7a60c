import styles from './console.module.css';
import { useConsole } from './context.ts';

/** The announcement as users read it, while it is typed. */
export function AnnouncementPreview({ title, text }: { readonly title: string; readonly text: string }) {
  const { t } = useConsole();
  if (title.trim() === '' && text.trim() === '') return null;
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <small>{t('preview')}</small>
      <strong dir="auto">{title.trim()}</strong>
      <p dir="auto">{text.trim()}</p>
    </section>
  );
}

import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import type { Shares } from './use-shares.ts';
import styles from './selection.module.css';

/** The content to be sent, and its source: any website can send a form to this app (PHONE-3). */
export function ShareNote({ shares, isFull }: { readonly shares: Shares; readonly isFull: boolean }) {
  const { t } = useTranslation();
  const { shown, more, discard } = shares;
  return (
    <div className={styles.share} role="status">
      {isFull && <p>{t('share.full')}</p>}
      {shown === null ? (
        <p>{t('phone.nothingShared')}</p>
      ) : (
        <>
          <p>
            <b>{shown.site === '' ? t('share.unknown') : t('share.site', { site: shown.site })}</b>
            {more > 0 && ` ${t('share.more', { count: more })}`}
          </p>
          <p className={styles.shareWords} dir="auto">
            {[shown.words, ...shown.files.map(({ name }) => name)].filter(Boolean).join(' · ')}
          </p>
          <Button small kind="quietDanger" onClick={discard}>
            {t('share.discard')}
          </Button>
        </>
      )}
    </div>
  );
}

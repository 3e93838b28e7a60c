import type { UploadView } from '../../../../../client/files.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { cx } from '../../../../kit/class-names.ts';
import styles from './media.module.css';

const ROUND = 2 * Math.PI * 16;

/** How much of a file is on the server: a ring over a picture, or a line of its own. */
export function Progress({ upload, over = false }: { readonly upload: UploadView; readonly over?: boolean }) {
  const { t } = useTranslation();
  const part = upload.sizeBytes === 0 ? 0 : upload.sentBytes / upload.sizeBytes;
  const percent = Math.round(part * 100);
  const words = upload.state === 'failed' ? t('chat.sendFailed') : upload.state === 'waiting' ? t('media.waiting') : t('media.percent', { percent });
  return (
    <span
      className={cx(styles.progress, over && styles.over)}
      role="progressbar"
      aria-label={t('media.uploading', { name: upload.file.name })}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={words}
    >
      {upload.state !== 'failed' && (
        <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
          <circle className={styles.track} cx="20" cy="20" r="16" />
          <circle className={styles.part} cx="20" cy="20" r="16" strokeDasharray={ROUND} strokeDashoffset={ROUND * (1 - part)} />
        </svg>
      )}
      {!over && <span>{words}</span>}
    </span>
  );
}

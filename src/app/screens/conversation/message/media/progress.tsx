import { X } from 'lucide-react';
import type { UploadView } from '../../../../../client/interface/files.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useClient } from '../../../../shared/client-context.ts';
import { useSizeText } from '../../../../shared/use-size-text.ts';
import { cx } from '../../../../kit/class-names.ts';
import styles from './media.module.css';

const ROUND = 2 * Math.PI * 16;

/** Upload progress in percent and bytes, and a cancel button: over a picture, or in a separate line. */
export function Progress({ upload, over = false }: { readonly upload: UploadView; readonly over?: boolean }) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const { actions } = useClient();
  const { name } = upload.file;
  const part = upload.sizeBytes === 0 ? 0 : upload.sentBytes / upload.sizeBytes;
  const percent = Math.round(part * 100);
  const failed = upload.state === 'failed';
  const words = failed
    ? t('chat.sendFailed')
    : upload.state === 'waiting'
      ? t('media.waiting')
      : t('media.percent', { percent });
  const bytes = t('media.bytesOf', {
    sent: sizeText(upload.sentBytes),
    size: sizeText(upload.sizeBytes),
  });
  return (
    <span className={cx(styles.progress, over && styles.over)}>
      {!failed && (
        <button
          type="button"
          className={styles.stop}
          aria-label={t('media.stopUpload', { name })}
          title={t('media.stopUpload', { name })}
          onClick={() => actions.cancelUpload(upload.id)}
        >
          <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
            <circle className={styles.track} cx="20" cy="20" r="16" />
            <circle
              className={styles.part}
              cx="20"
              cy="20"
              r="16"
              strokeDasharray={ROUND}
              strokeDashoffset={ROUND * (1 - part)}
            />
          </svg>
          <X size={16} strokeWidth={2.25} aria-hidden="true" />
        </button>
      )}
      <span
        className={styles.sent}
        role="progressbar"
        aria-label={t('media.uploading', { name })}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${words}, ${bytes}`}
      >
        <span>{words}</span>
        {!failed && <span>{bytes}</span>}
      </span>
    </span>
  );
}

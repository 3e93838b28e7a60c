import { fileLook, fileSizeText } from '../../../../../domain/media.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { FileIcon } from '../../../../kit/file-icon.tsx';
import { VisuallyHidden } from '../../../../kit/visually-hidden.tsx';
import type { BubbleBody } from '../../timeline.ts';
import styles from './media.module.css';
import { Progress } from './progress.tsx';

/** Icon of the kind, name on one line, size. */
export function FileCard({
  body,
  onOpen,
}: {
  readonly body: BubbleBody;
  readonly onOpen: (at: Element) => void;
}) {
  const { t } = useTranslation();
  const name = body.upload?.file.name ?? body.file?.name ?? '';
  const size = fileSizeText(body.file?.sizeBytes ?? 0);
  if (body.upload)
    return (
      <span className={styles.file}>
        <FileIcon look={fileLook(name)} />
        <span className={styles.fileWords}>
          <span className={styles.fileName} title={name} dir="auto">
            {name}
          </span>
          <Progress upload={body.upload} />
        </span>
      </span>
    );
  return (
    <button type="button" className={styles.file} onClick={(event) => onOpen(event.currentTarget)}>
      <FileIcon look={fileLook(name)} />
      <VisuallyHidden>{t('media.openFile')}</VisuallyHidden>
      <span className={styles.fileWords}>
        <span className={styles.fileName} title={name} dir="auto">
          {name === '' ? t('msg.file') : name}
        </span>
        <span className={styles.fileSize}>{size}</span>
      </span>
    </button>
  );
}

import { Send, X } from 'lucide-react';
import { type ClipboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { text as limits } from '../../../../domain/limits.ts';
import { clockText, fileLook, fileSizeText } from '../../../../domain/media.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { FileIcon } from '../../../kit/file-icon.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useLocalAddress } from '../../../kit/use-address.ts';
import styles from './attach.module.css';
import type { Prepared } from './prepare.ts';

/** What is about to be sent: look, remove, add words, send. */
export default function PreviewSheet({
  items,
  name,
  onRemove,
  onAdd,
  onSend,
  onClose,
}: {
  readonly items: readonly Prepared[];
  readonly name: string;
  readonly onRemove: (key: number) => void;
  readonly onAdd: (files: readonly File[]) => void;
  readonly onSend: (caption: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [caption, setCaption] = useState('');
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length > 0) onAdd(files);
  };
  return (
    <Sheet open onClose={onClose} title={t('attach.sendTo', { name })}>
      <form
        className={styles.preview}
        onPaste={onPaste}
        onSubmit={(event) => {
          event.preventDefault();
          onSend(caption);
        }}
      >
        <ul className={styles.items} data-one={items.length === 1 || undefined}>
          {items.map((item) => (
            <li key={item.key} className={item.kind === 'file' ? styles.fileItem : styles.pictureItem}>
              {item.kind === 'file' ? <FileLine item={item} /> : <Tile item={item} />}
              <IconButton small className={styles.remove} label={t('attach.remove', { name: item.file.name })} onClick={() => onRemove(item.key)}>
                <X size={16} strokeWidth={2} />
              </IconButton>
            </li>
          ))}
        </ul>
        <TextField label={t('attach.caption')} value={caption} maxLength={limits.messageMax} autoComplete="off" onValue={setCaption} />
        <div className={styles.foot}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" icon={<Send size={18} strokeWidth={1.75} aria-hidden="true" />}>
            {t('attach.sendCount', { count: items.length })}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

function Tile({ item }: { readonly item: Prepared }) {
  const src = useLocalAddress(item.file.body);
  return (
    <>
      {item.kind === 'video' ? <video src={`${src}#t=0.1`} muted playsInline preload="metadata" tabIndex={-1} aria-label={item.file.name} /> : <img src={src} alt={item.file.name} />}
      <span className={styles.note}>
        {item.kind === 'video' && item.facts.durationSec > 0 ? `${clockText(item.facts.durationSec)} · ` : ''}
        {fileSizeText(item.file.body.size)}
      </span>
    </>
  );
}

const FileLine = ({ item }: { readonly item: Prepared }) => (
  <>
    <FileIcon look={fileLook(item.file.name)} />
    <span className={styles.fileWords}>
      <span className={styles.fileName} title={item.file.name}>
        {item.file.name}
      </span>
      <span className={styles.fileSize}>{fileSizeText(item.file.body.size)}</span>
    </span>
  </>
);

import { GripVertical, X } from 'lucide-react';
import type { DragEvent, KeyboardEvent } from 'react';
import { fileLook, fileSizeText } from '../../../../domain/media.ts';
import { clockText } from '../../../../domain/clock-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { FileIcon } from '../../../kit/file-icon.tsx';
import { useLocalAddress } from '../../../shared/use-address.ts';
import styles from './attach.module.css';
import type { Prepared } from './prepare.ts';

/** Steps of the arrow keys on the handle. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** One thing of the sheet: dragged by the mouse, moved by arrow keys or presses on its handle, removed. */
export function PreviewItem({
  item,
  alone,
  dragged,
  onDrag,
  onOver,
  onStep,
  onRemove,
}: {
  readonly item: Prepared;
  readonly alone: boolean;
  readonly dragged: boolean;
  readonly onDrag: (on: boolean) => void;
  /** Another item is dragged over this place. */
  readonly onOver: () => void;
  readonly onStep: (step: 1 | -1) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const onDragStart = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    onDrag(true);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    onOver();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onStep(step);
  };
  return (
    <li
      className={item.kind === 'file' ? styles.fileItem : styles.pictureItem}
      data-dragged={dragged || undefined}
      draggable={!alone}
      onDragStart={onDragStart}
      onDragEnd={() => onDrag(false)}
      onDragOver={onDragOver}
      onDrop={(event) => event.preventDefault()}
    >
      {item.kind === 'file' ? <FileLine item={item} /> : <Tile item={item} />}
      {!alone && (
        <IconButton
          small
          className={styles.grip}
          label={t('attach.move', { name: item.file.name })}
          onKeyDown={onKeyDown}
          onClick={() => onStep(-1)}
        >
          <GripVertical size={16} strokeWidth={2} />
        </IconButton>
      )}
      <IconButton
        small
        className={styles.remove}
        label={t('attach.remove', { name: item.file.name })}
        onClick={onRemove}
      >
        <X size={16} strokeWidth={2} />
      </IconButton>
    </li>
  );
}

function Tile({ item }: { readonly item: Prepared }) {
  const src = useLocalAddress(item.file.body);
  return (
    <>
      {item.kind === 'video' ? (
        <video
          src={`${src}#t=0.1`}
          muted
          playsInline
          preload="metadata"
          tabIndex={-1}
          aria-label={item.file.name}
        />
      ) : (
        <img src={src} alt={item.file.name} draggable={false} />
      )}
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

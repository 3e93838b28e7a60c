import { GripVertical, Send, X } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useState } from 'react';
import { textLimits as limits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { Sheet } from '../../../kit/sheet.tsx';
import { Switch } from '../../../kit/switch.tsx';
import { TextField } from '../../../kit/text-field.tsx';
import { useAsk } from '../../../kit/use-ask.tsx';
import { useSetting } from '../../../kit/app-setting.ts';
import styles from './attach.module.css';
import { type Prepared, isLargeFile } from './prepare.ts';
import { clockText } from '../../../../domain/clock-text.ts';
import { FileIcon } from '../../../kit/icon-tile.tsx';
import { useSizeText } from '../../../shared/use-size-text.ts';
import { useLocalAddress } from '../../../shared/use-address.ts';
import { NOTHING, type Transferred, pastedBy } from './transferred.ts';
import { Photo } from '../../../kit/photo.tsx';
import { logicalKey } from '../../../kit/logical-key.ts';

/** Steps of the arrow keys on the handle. */
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** One thing of the sheet: dragged by the mouse, moved by arrow keys or presses on its handle, removed. */
function PreviewItem({
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
    const step = STEPS[logicalKey(event)];
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
  const sizeText = useSizeText();
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
        <Photo src={src} alt={item.file.name} draggable={false} />
      )}
      <span className={styles.note}>
        {item.kind === 'video' && item.facts.durationSec > 0 ? `${clockText(item.facts.durationSec)} · ` : ''}
        {sizeText(item.file.body.size)}
      </span>
    </>
  );
}

function FileLine({ item }: { readonly item: Prepared }) {
  const sizeText = useSizeText();
  return (
    <>
      <FileIcon name={item.file.name} />
      <span className={styles.fileWords}>
        <span className={styles.fileName} dir="auto" title={item.file.name}>
          {item.file.name}
        </span>
        <span className={styles.fileSize}>{sizeText(item.file.body.size)}</span>
      </span>
    </>
  );
}

/** Stored only if the user wants to send originals. */
const KEY = 'send-originals';

/** Reviews files before sending: view, order, remove, reduce, add a caption, send (UI-74). */
export default function PreviewSheet({
  items,
  name,
  onMove,
  onRemove,
  onAdd,
  onSend,
  onClose,
}: {
  readonly items: readonly Prepared[];
  readonly name: string;
  readonly onMove: (key: number, to: number) => void;
  readonly onRemove: (key: number) => void;
  readonly onAdd: (pasted: Transferred) => void;
  readonly onSend: (caption: string, smaller: boolean) => Promise<void>;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [caption, setCaption] = useState('');
  const [originals, setOriginals] = useSetting(KEY);
  const setSmaller = (on: boolean) => void setOriginals(on ? null : '1');
  const [busy, setBusy] = useState(false);
  const [dragged, setDragged] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const remove = useRemoving(items.length === 1 ? caption.trim() : '', onRemove);
  const large = items.filter(isLargeFile).length;
  const move = (item: Prepared, to: number) => {
    if (items[to] === undefined) return;
    onMove(item.key, to);
    setAnnouncement(t('attach.movedTo', { name: item.file.name, i: to + 1, n: items.length }));
  };
  return (
    <Sheet open onClose={onClose} title={t('attach.sendTo', { name })}>
      <form
        className={styles.preview}
        onPaste={(event) => onPaste(event, onAdd)}
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          setBusy(true);
          void onSend(caption, originals === null);
        }}
      >
        <ul className={styles.items} data-one={items.length === 1 || undefined}>
          {items.map((item, at) => (
            <PreviewItem
              key={item.key}
              item={item}
              alone={items.length === 1}
              dragged={item.key === dragged}
              onDrag={(on) => setDragged(on ? item.key : null)}
              onOver={() => dragged !== null && dragged !== item.key && onMove(dragged, at)}
              onStep={(step) => move(item, at + step)}
              onRemove={() => void remove(item.key)}
            />
          ))}
        </ul>
        <p className={styles.hint} role="status">
          {items.length > 1 && (announcement || t('attach.moveHint'))}
        </p>
        {items.some(({ kind }) => kind !== 'file') && <p className={styles.hint}>{t('attach.noPlace')}</p>}
        <Smaller large={large} originals={originals !== null} disabled={busy} onSmaller={setSmaller} />
        <TextField
          label={t('attach.caption')}
          value={caption}
          maxLength={limits.messageMax}
          autoComplete="off"
          onValue={setCaption}
        />
        <div className={styles.foot}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            busy={busy}
            icon={<Send size={18} strokeWidth={1.75} aria-hidden="true" />}
          >
            {t(items.every(({ kind }) => kind === 'image') ? 'attach.sendPictures' : 'attach.sendCount', {
              count: items.length,
            })}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

/** Removing the last file closes the sheet and discards its text: asks before that (UI-148). */
function useRemoving(words: string, onRemove: (key: number) => void): (key: number) => Promise<void> {
  const { t } = useTranslation();
  const ask = useAsk();
  return async (key) => {
    const question = { title: t('common.discardTyped'), confirm: t('common.discard'), danger: true };
    if (words === '' || (await ask(question))) onRemove(key);
  };
}

/** Adds pasted files; pasted text goes into the caption. */
function onPaste(event: ClipboardEvent, onAdd: (pasted: Transferred) => void): void {
  const pasted = pastedBy(event.clipboardData);
  if (pasted === NOTHING) return;
  event.preventDefault();
  onAdd(pasted);
}

/** Offers to reduce large pictures before sending; the choice is stored. */
function Smaller({
  large,
  originals,
  disabled,
  onSmaller,
}: {
  readonly large: number;
  readonly originals: boolean;
  readonly disabled: boolean;
  readonly onSmaller: (on: boolean) => void;
}) {
  const { t } = useTranslation();
  if (large === 0) return null;
  return (
    <div className={styles.smaller}>
      <span>
        {t('attach.smaller')}
        <small>{t(originals ? 'attach.originalHint' : 'attach.smallerHint', { count: large })}</small>
      </span>
      <Switch label={t('attach.smaller')} checked={!originals} disabled={disabled} onChange={onSmaller} />
    </div>
  );
}

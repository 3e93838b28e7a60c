import { Dialog } from '@base-ui/react/dialog';
import { ChevronLeft, ChevronRight, Download, Forward, ImageOff, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MsgId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { cx } from '../../../kit/class-names.ts';
import { useAddress } from '../../../shared/use-address.ts';
import { saveAs } from '../../../platform/save.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { useOnTop } from '../../../kit/use-on-top.ts';
import { VisuallyHidden } from '../../../kit/visually-hidden.tsx';
import { type ViewHandlers, useView } from './use-view.ts';
import styles from './image-viewer.module.css';
import { Photo } from '../../../kit/photo.tsx';
import { logicalKey } from '../../../kit/logical-key.ts';

export interface ViewerImage {
  readonly key: string;
  readonly src: string;
  readonly name: string;
  readonly download: string;
  readonly author: string;
  readonly sentAtMs: number;
  /** Named when forwarding; null hides the button. */
  readonly message: MsgId | null;
}

const icon = { size: 22, strokeWidth: 1.75, 'aria-hidden': true } as const;

/**
 * All pictures of a loaded list: zoom, drag, swipe, arrows. Escape returns to the previous place, and so does
 * the removal of the shown picture (RECALL-2). A picture that only leaves the list stays open.
 */
export default function ImageViewer({
  images: listed,
  start,
  isGone: hasEnded,
  onClose,
  onForward,
}: {
  readonly images: readonly ViewerImage[];
  readonly start: string;
  /** Checks whether a picture that is no longer listed was recalled or deleted. */
  readonly isGone: (image: ViewerImage) => boolean;
  readonly onClose: () => void;
  readonly onForward: ((message: MsgId) => void) | null;
}) {
  const { t } = useTranslation();
  useOnTop(true, onClose);
  const [current, setCurrent] = useState(() => listed.find((one) => one.key === start));
  const stage = useRef<HTMLDivElement>(null);
  const isListed = listed.some((one) => one.key === current?.key);
  const images = isListed || current === undefined ? listed : withHeld(listed, current);
  const at = images.findIndex((one) => one.key === current?.key);
  const image = images[at];
  const isGone = image === undefined || (!isListed && hasEnded(image));
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isGone) close();
  }, [isGone]);
  const go = (to: number) => {
    const next = images[to];
    if (next) setCurrent(next);
  };
  const zoom = useView(stage, image?.key ?? '', (what) =>
    what === 'close' ? onClose() : go(what === 'next' ? at + 1 : at - 1),
  );
  if (isGone) return null;
  const place = { i: at + 1, n: images.length };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.ground} data-over />
        <Dialog.Popup
          data-over
          className={styles.viewer}
          initialFocus={stage}
          onKeyDown={(event) => onKey(event, go, at, zoom)}
        >
          <Dialog.Title>
            <VisuallyHidden>{t('viewer.title')}</VisuallyHidden>
          </Dialog.Title>
          <Bar title={image.author} detail={`${t('viewer.count', place)} · ${fullTime(image.sentAtMs)}`}>
            <Tools image={image} zoom={zoom} onForward={onForward} onClose={onClose} />
          </Bar>
          <div
            ref={stage}
            tabIndex={-1}
            className={cx(styles.stage, zoom.view.scale > 1 && styles.grab)}
            {...zoom.handlers}
          >
            <ZoomedImage key={image.key} image={image} handlers={zoom} label={t('viewer.picture', place)} />
          </div>
          <Arrows at={at} count={images.length} onGo={go} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Adds the shown picture at its place in time; the list may be in either order. */
function withHeld(images: readonly ViewerImage[], image: ViewerImage): readonly ViewerImage[] {
  const falls = (images[0]?.sentAtMs ?? 0) > (images.at(-1)?.sentAtMs ?? 0);
  const at = images.findIndex(({ sentAtMs }) =>
    falls ? sentAtMs < image.sentAtMs : sentAtMs > image.sentAtMs,
  );
  return images.toSpliced(at === -1 ? images.length : at, 0, image);
}

function Tools({
  image: { message, download, name },
  zoom,
  onForward,
  onClose,
}: {
  readonly image: ViewerImage;
  readonly zoom: ViewHandlers;
  readonly onForward: ((message: MsgId) => void) | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton
        className={styles.tool}
        label={t('viewer.zoomOut')}
        disabled={zoom.view.scale <= 1}
        onClick={() => zoom.zoom(-1)}
      >
        <ZoomOut {...icon} />
      </IconButton>
      <IconButton
        className={styles.tool}
        label={t('viewer.zoomIn')}
        disabled={zoom.isLargest}
        onClick={() => zoom.zoom(1)}
      >
        <ZoomIn {...icon} />
      </IconButton>
      {onForward && message !== null && (
        <IconButton className={styles.tool} label={t('menu.forward')} onClick={() => onForward(message)}>
          <Forward {...icon} />
        </IconButton>
      )}
      <IconButton className={styles.tool} label={t('media.download')} onClick={() => saveAs(download, name)}>
        <Download {...icon} />
      </IconButton>
      <IconButton className={styles.tool} label={t('a11y.dialogClose')} onClick={onClose}>
        <X {...icon} />
      </IconButton>
    </>
  );
}

/** To the pictures before and after. */
function Arrows({
  at,
  count,
  onGo,
}: {
  readonly at: number;
  readonly count: number;
  readonly onGo: (to: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      {at > 0 && (
        <IconButton
          className={cx(styles.tool, styles.prev)}
          label={t('viewer.prev')}
          onClick={() => onGo(at - 1)}
        >
          <ChevronLeft {...icon} />
        </IconButton>
      )}
      {at < count - 1 && (
        <IconButton
          className={cx(styles.tool, styles.next)}
          label={t('viewer.next')}
          onClick={() => onGo(at + 1)}
        >
          <ChevronRight {...icon} />
        </IconButton>
      )}
    </>
  );
}

function Bar({
  title,
  detail,
  children,
}: {
  readonly title: string;
  readonly detail: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.bar}>
      <p className={styles.words} aria-live="polite">
        <span className={styles.author}>{title}</span>
        <span className={styles.detail}>{detail}</span>
      </p>
      {children}
    </div>
  );
}

function ZoomedImage({
  image,
  handlers: zoom,
  label,
}: {
  readonly image: ViewerImage;
  readonly handlers: ViewHandlers;
  readonly label: string;
}) {
  const { t } = useTranslation();
  const address = useAddress(image.src);
  if (address.broken)
    return (
      <p className={styles.gone}>
        <ImageOff size={32} strokeWidth={1.5} aria-hidden="true" />
        {t('media.pictureGone')}
      </p>
    );
  const { view, pull, moving } = zoom;
  return (
    <Photo
      className={styles.image}
      src={address.src}
      alt={label}
      draggable={false}
      data-moving={moving || undefined}
      style={{ transform: `translate(${view.x + pull.x}px, ${view.y + pull.y}px) scale(${view.scale})` }}
      onError={address.failed}
    />
  );
}

function onKey(event: KeyboardEvent, go: (to: number) => void, at: number, zoom: ViewHandlers): void {
  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    '+': () => zoom.zoom(1),
    '=': () => zoom.zoom(1),
    '-': () => zoom.zoom(-1),
    '0': () => zoom.zoom(0),
  };
  const what = actions[logicalKey(event)];
  if (what === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  what();
}

import { ImageOff } from 'lucide-react';
import { imageLimits } from '../../../../../domain/limits.ts';
import { imageWide } from '../../../../platform/limits.ts';
import { fitBox, type PictureFit, type Size } from '../../../../../domain/media.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { cx } from '../../../../kit/class-names.ts';
import { useWide } from '../../../../kit/use-media.ts';
import { measuredFacts } from '../../../../platform/local-media.ts';
import type { BubbleBody } from '../../timeline.ts';
import { amount } from '../../../../shared/message-fields.ts';
import styles from './media.module.css';
import { Progress } from './progress.tsx';
import { useDragOut } from './use-drag-out.ts';
import { useAddress, useLocalAddress } from '../../../../shared/use-address.ts';
import { Photo } from '../../../../kit/photo.tsx';

interface Props {
  readonly body: BubbleBody;
  readonly onOpen: (at: Element) => void;
}

const STICKER: PictureFit = { width: 150, height: 150, whole: true };

/** Width and height, known before the first byte; 0 if unknown. */
export function shapeOf(body: BubbleBody | null): Size {
  if (body?.upload) return measuredFacts(body.upload.file.body);
  return {
    width: body === null ? 0 : amount(body, 'width'),
    height: body === null ? 0 : amount(body, 'height'),
  };
}

/** The place of a picture or video, known before its first byte, so that rows do not move (MEDIA-1). */
export function usePlace(body: BubbleBody): PictureFit {
  const { width, height } = shapeOf(body);
  return fitBox(width, height, useWide() ? imageWide : imageLimits);
}

export const Picture = ({ body, onOpen }: Props) => (
  <PictureBox body={body} onOpen={onOpen} place={usePlace(body)} />
);

export const Sticker = ({ body, onOpen }: Props) => (
  <PictureBox body={body} onOpen={onOpen} place={STICKER} sticker />
);

function PictureBox({
  body,
  onOpen,
  place: { whole, ...size },
  sticker = false,
}: Props & { readonly place: PictureFit; readonly sticker?: boolean }) {
  const { t } = useTranslation();
  const sent = useAddress(body.upload ? 'local' : body.content);
  const local = useLocalAddress(body.upload?.file.body ?? null);
  const drag = useDragOut(body, sent.src);
  if (sent.broken)
    return (
      <button type="button" className={cx(styles.picture, styles.broken)} style={size} onClick={sent.again}>
        <ImageOff size={24} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('media.pictureGone')}</span>
        <span className={styles.again}>{t('common.retry')}</span>
      </button>
    );
  const src = body.upload ? local : sent.src;
  if (body.upload)
    return (
      <span className={cx(styles.picture, whole && styles.whole)} style={size}>
        {src !== '' && (
          <Photo
            still={sticker}
            src={src}
            alt={body.upload.file.name}
            {...size}
            decoding="async"
            draggable={false}
          />
        )}
        <Progress upload={body.upload} over />
      </span>
    );
  return (
    <button
      type="button"
      className={cx(styles.picture, whole && styles.whole, sticker && styles.sticker)}
      style={size}
      aria-label={t(sticker ? 'media.openEmoji' : 'media.openImage')}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      {src !== '' && (
        <Photo
          still={sticker}
          src={src}
          alt=""
          {...size}
          loading="lazy"
          decoding="async"
          {...drag}
          onError={sent.failed}
        />
      )}
    </button>
  );
}

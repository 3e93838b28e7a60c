import { FileDown, Play, VideoOff } from 'lucide-react';
import type { Size } from '../../../../../domain/media.ts';
import { clockText } from '../../../../../domain/clock-text.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { cx } from '../../../../kit/class-names.ts';
import { measuredFacts } from '../../../../platform/local-media.ts';
import { saveAs } from '../../../../platform/save.ts';
import type { BubbleBody } from '../../timeline.ts';
import { amount, field } from '../../../../shared/message-fields.ts';
import styles from './media.module.css';
import { usePlace } from './picture.tsx';
import { Progress } from './progress.tsx';
import { asDownload, useAddress, useLocalAddress } from '../../../../shared/use-address.ts';

/** The server's placeholder for a video without a picture. */
const STAND_IN = '/static/video.svg';

/** The first picture of a video, its length, and a mark that it plays elsewhere. */
export function VideoPoster({
  body,
  onOpen,
}: {
  readonly body: BubbleBody;
  readonly onOpen: (at: Element) => void;
}) {
  const { t } = useTranslation();
  const { whole: _, ...size } = usePlace(body);
  const sent = useAddress(body.upload ? 'local' : body.content);
  const local = useLocalAddress(body.upload?.file.body ?? null);
  const seconds = body.upload ? measuredFacts(body.upload.file.body).durationSec : amount(body, 'duration');
  const poster = field(body, 'poster');
  if (sent.unreadable) return <Unplayable body={body} src={sent.src} size={size} />;
  if (sent.broken)
    return (
      <button type="button" className={cx(styles.picture, styles.broken)} style={size} onClick={sent.again}>
        <VideoOff size={24} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('media.videoGone')}</span>
        <span className={styles.again}>{t('common.retry')}</span>
      </button>
    );
  const src = body.upload ? local : sent.src;
  const still = src !== '' && (
    <video
      src={`${src}#t=0.1`}
      {...size}
      preload="metadata"
      muted
      playsInline
      tabIndex={-1}
      aria-hidden="true"
      onError={sent.failed}
      // Its sound alone can be played.
      onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && sent.failed()}
    />
  );
  if (body.upload)
    return (
      <span className={cx(styles.picture, styles.video)} style={size}>
        {still}
        <Progress upload={body.upload} over />
      </span>
    );
  return (
    <button
      type="button"
      className={cx(styles.picture, styles.video)}
      style={size}
      aria-label={t('media.playVideo', { count: Math.round(seconds), time: clockText(seconds) })}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      {poster !== '' && poster !== STAND_IN ? (
        <img src={poster} alt="" {...size} loading="lazy" decoding="async" draggable={false} />
      ) : (
        // A moment after the start: the very first picture often is black.
        still
      )}
      <span className={styles.playMark}>
        <Play size={24} strokeWidth={2} fill="currentColor" aria-hidden="true" />
      </span>
      {seconds > 0 && <span className={styles.length}>{clockText(seconds)}</span>}
    </button>
  );
}

/** Gives the reason, and saves the video for another program (MEDIA-5). */
function Unplayable({
  body,
  src,
  size,
}: {
  readonly body: BubbleBody;
  readonly src: string;
  readonly size: Size;
}) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={cx(styles.picture, styles.broken)}
      style={size}
      onClick={() => saveAs(asDownload(src), body.file?.name ?? '')}
    >
      <VideoOff size={24} strokeWidth={1.75} aria-hidden="true" />
      <span>{t('media.videoFormat')}</span>
      <span className={cx(styles.again, styles.save)}>
        <FileDown size={16} strokeWidth={1.75} aria-hidden="true" />
        {t('media.download')}
      </span>
    </button>
  );
}

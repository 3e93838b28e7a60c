import { ImageOff } from 'lucide-react';
import { mosaic } from '../../../../../domain/media.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useAddress, useLocalAddress } from '../../../../shared/use-address.ts';
import { bubbleBodyOf, type TimelineRow } from '../../timeline.ts';
import styles from './album.module.css';
import { shapeOf } from './picture.tsx';
import { Progress } from './progress.tsx';
import { useDragOut } from './use-drag-out.ts';
import { Photo } from '../../../../kit/photo.tsx';

/** No row of a few pictures is higher than this part of its width. */
const FLATTEST = 1.5;

/**
 * A mosaic: each picture as wide as its shape requires beside the others. Their place is known before their
 * first byte (MEDIA-13).
 */
export function AlbumGrid({
  rows,
  onOpen,
}: {
  readonly rows: readonly TimelineRow[];
  readonly onOpen: (row: TimelineRow, at: Element) => void;
}) {
  const left = [...rows];
  return (
    <div className={styles.album}>
      {mosaic(rows.map((row) => shapeOf(bubbleBodyOf(row)))).map((ratios) => {
        const line = left.splice(0, ratios.length);
        return (
          <div
            key={line[0]?.key}
            className={styles.across}
            style={{
              aspectRatio: Math.max(
                FLATTEST,
                ratios.reduce((sum, ratio) => sum + ratio, 0),
              ),
            }}
          >
            {line.map((row, i) => (
              <Tile key={row.key} row={row} ratio={ratios[i] ?? 1} onOpen={(at) => onOpen(row, at)} />
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Tile({
  row,
  ratio,
  onOpen,
}: {
  readonly row: TimelineRow;
  readonly ratio: number;
  readonly onOpen: (at: Element) => void;
}) {
  const { t } = useTranslation();
  const body = bubbleBodyOf(row);
  const sent = useAddress(body?.upload ? 'local' : (body?.content ?? ''));
  const local = useLocalAddress(body?.upload?.file.body ?? null);
  const drag = useDragOut(body, sent.src);
  if (body?.upload)
    return (
      <span className={styles.tile} style={{ flexGrow: ratio }} data-tile={row.key}>
        {local !== '' && <Photo src={local} alt={body.upload.file.name} decoding="async" draggable={false} />}
        <Progress upload={body.upload} over />
      </span>
    );
  return (
    <button
      type="button"
      className={styles.tile}
      style={{ flexGrow: ratio }}
      data-tile={row.key}
      aria-label={t(sent.broken ? 'media.pictureGone' : 'media.openImage')}
      onClick={(event) => (sent.broken ? sent.again() : onOpen(event.currentTarget))}
    >
      {sent.broken ? (
        <ImageOff size={22} strokeWidth={1.75} aria-hidden="true" />
      ) : (
        sent.src !== '' && (
          <Photo src={sent.src} alt="" loading="lazy" decoding="async" {...drag} onError={sent.failed} />
        )
      )}
    </button>
  );
}

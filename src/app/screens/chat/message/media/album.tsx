import { ImageOff } from 'lucide-react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useAddress, useLocalAddress } from '../../../../kit/use-address.ts';
import { bodyOf, type Row } from '../../timeline.ts';
import styles from './album.module.css';
import { Progress } from './progress.tsx';

/** Pictures side by side: two or four in two columns, else in three. Their place is known before their first byte. */
export const Album = ({ rows, onOpen }: { readonly rows: readonly Row[]; readonly onOpen: (row: Row, at: Element) => void }) => (
  <div className={styles.album} data-columns={rows.length === 2 || rows.length === 4 ? 2 : 3}>
    {rows.map((row) => (
      <Tile key={row.key} row={row} onOpen={(at) => onOpen(row, at)} />
    ))}
  </div>
);

function Tile({ row, onOpen }: { readonly row: Row; readonly onOpen: (at: Element) => void }) {
  const { t } = useTranslation();
  const body = bodyOf(row);
  const sent = useAddress(body?.upload ? 'local' : (body?.content ?? ''));
  const local = useLocalAddress(body?.upload?.file.body ?? null);
  if (body?.upload)
    return (
      <span className={styles.tile} data-tile={row.key}>
        {local !== '' && <img src={local} alt={body.upload.file.name} decoding="async" draggable={false} />}
        <Progress upload={body.upload} over />
      </span>
    );
  return (
    <button
      type="button"
      className={styles.tile}
      data-tile={row.key}
      aria-label={t(sent.broken ? 'media.pictureGone' : 'media.openImage')}
      onClick={(event) => (sent.broken ? sent.again() : onOpen(event.currentTarget))}
    >
      {sent.broken ? <ImageOff size={22} strokeWidth={1.75} aria-hidden="true" /> : sent.src !== '' && <img src={sent.src} alt="" loading="lazy" decoding="async" draggable={false} onError={sent.failed} />}
    </button>
  );
}

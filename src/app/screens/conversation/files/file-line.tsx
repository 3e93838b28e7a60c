import { Ellipsis } from 'lucide-react';
import type { FileListRow } from '../../../../client/interface/files.ts';
import { nameOf } from '../../../../client/state/selectors.ts';
import { fileLook, fileSizeText } from '../../../../domain/media.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { FileIcon } from '../../../kit/icon-tile.tsx';
import { Highlight } from '../../../shared/highlight.tsx';
import { menuPlaceOf, type MenuPlace } from '../../../kit/menu.tsx';
import { fullTime, useListTime } from '../../../shared/use-display-time.ts';
import styles from './files.module.css';

/** The server sends name and extension separately. */
export const wholeName = ({ name, ext }: FileListRow): string =>
  ext === '' || name.toLowerCase().endsWith(`.${ext.toLowerCase()}`) ? name : `${name}.${ext}`;

/** Kind, name, size, sender and time. */
export function FileLine({
  row,
  keywords,
  onOpen,
  onMenu,
}: {
  readonly row: FileListRow;
  readonly keywords: string;
  readonly onOpen: (at: Element) => void;
  readonly onMenu: (at: MenuPlace) => void;
}) {
  const { t } = useTranslation();
  const from = useStore((state) => nameOf(state, { ...row.from, realname: '' }));
  const time = useListTime()(row.atMs);
  const name = wholeName(row);
  return (
    <>
      <button
        type="button"
        className={styles.open}
        onClick={(event) => onOpen(event.currentTarget)}
        onContextMenu={(event) => {
          event.preventDefault();
          onMenu(menuPlaceOf(event));
        }}
      >
        <FileIcon look={fileLook(name)} />
        <span className={styles.words}>
          <span className={styles.name} dir="auto" title={name}>
            {keywords === '' ? name : <Highlight text={name} keywords={keywords} />}
          </span>
          <span className={styles.detail}>
            {fileSizeText(row.sizeBytes)} · <bdi>{from}</bdi> · <time title={fullTime(row.atMs)}>{time}</time>
          </span>
        </span>
      </button>
      <IconButton
        label={`${t('files.actions')}: ${name}`}
        title={t('files.actions')}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event.currentTarget)}
      >
        <Ellipsis size={20} strokeWidth={1.75} />
      </IconButton>
    </>
  );
}

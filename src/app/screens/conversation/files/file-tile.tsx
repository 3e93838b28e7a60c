import { Ellipsis } from 'lucide-react';
import type { FileListRow } from '../../../../client/interface/files.ts';
import { nameOf } from '../../../../client/state/selectors.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { FileIcon } from '../../../kit/icon-tile.tsx';
import { Photo } from '../../../kit/photo.tsx';
import { Highlight } from '../../../shared/highlight.tsx';
import { menuPlaceOf, type MenuPlace } from '../../../kit/menu.tsx';
import { useSizeText } from '../../../shared/use-size-text.ts';
import { useAddress } from '../../../shared/use-address.ts';
import { fullTime, useListTime } from '../../../shared/use-display-time.ts';
import { PICTURES, wholeName } from './file-names.ts';
import styles from './files.module.css';

/** A thumbnail or the kind, then name, chat, size and time. */
export function FileTile({
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
  const sizeText = useSizeText();
  // A chat that the user has left is named by the sender.
  const chat = useStore((state) => {
    const contact = row.conversation === null ? undefined : state.contacts.get(row.conversation);
    return contact === undefined ? nameOf(state, { ...row.from, realname: '' }) : contactName(t, contact);
  });
  const time = useListTime()(row.atMs);
  const name = wholeName(row);
  return (
    <li className={styles.tile}>
      <button
        type="button"
        className={styles.open}
        onClick={(event) => onOpen(event.currentTarget)}
        onContextMenu={(event) => {
          event.preventDefault();
          onMenu(menuPlaceOf(event));
        }}
      >
        <span className={styles.preview}>
          {row.cate === PICTURES ? <Thumbnail src={row.src} name={name} /> : <FileIcon name={name} large />}
        </span>
        <span className={styles.words}>
          <span className={styles.name} dir="auto" title={name}>
            {keywords === '' ? name : <Highlight text={name} keywords={keywords} />}
          </span>
          <span className={styles.detail} dir="auto" title={chat}>
            {chat}
          </span>
          <span className={styles.detail}>
            <bdi>{sizeText(row.sizeBytes)}</bdi> ·{' '}
            <bdi>
              <time title={fullTime(row.atMs)}>{time}</time>
            </bdi>
          </span>
        </span>
      </button>
      <IconButton
        className={styles.more}
        label={`${t('files.actions')}: ${name}`}
        title={t('files.actions')}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event.currentTarget)}
      >
        <Ellipsis size={20} strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}

/** A picture that cannot be loaded is shown as a file. */
function Thumbnail({ src, name }: { readonly src: string; readonly name: string }) {
  const address = useAddress(src);
  if (address.broken) return <FileIcon name={name} large />;
  return <Photo src={address.src} alt="" loading="lazy" decoding="async" onError={address.failed} />;
}

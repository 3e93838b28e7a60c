import { ChevronRight, File, Video } from 'lucide-react';
import { Link } from '../../../kit/navigation.ts';
import type { Contact } from '../../../../client/state/state.ts';
import type { Message } from '../../../../domain/message.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient } from '../../../shared/client-context.ts';
import { Row, RowList } from '../../../kit/row.tsx';
import { useAddress } from '../../../shared/use-address.ts';
import { fullTime } from '../../../shared/use-display-time.ts';
import { useFollow } from '../../../shared/use-follow.ts';
import { useUnfolded } from '../../../shared/use-folded.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { pathTo } from '../../../paths/paths.ts';
import styles from './chat-info.module.css';
import { Photo } from '../../../kit/photo.tsx';

const SHOWN_MAX = 4;
const NONE: readonly Message[] = [];
const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Shared media: the newest pictures, and links to all pictures, videos and files (UI-66). */
export function MediaStrip({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad(contact.id, () =>
    actions.browse({ conversation: contact.id, type: 'image', limit: SHOWN_MAX }),
  );
  useFollow([contact.id], loaded.reload);
  const pictures = useUnfolded(contact.id, loaded.value?.messages ?? NONE).slice(0, SHOWN_MAX);
  const way = (type: 'image' | 'video' | 'file') => pathTo('chatHistory', { id: contact.id, type });
  return (
    <RowList>
      {pictures.length > 0 && (
        <Link
          to={way('image')}
          className={styles.strip}
          aria-label={t('ginfo.pictures', { count: loaded.value?.total ?? pictures.length })}
        >
          {pictures.map((message) => (
            <Thumb key={message.id} message={message} />
          ))}
          <ChevronRight className={styles.stripArrow} size={18} strokeWidth={1.75} aria-hidden="true" />
        </Link>
      )}
      <Row icon={<Video {...icon} />} title={t('history.video')} to={way('video')} />
      <Row icon={<File {...icon} />} title={t('history.file')} to={way('file')} />
    </RowList>
  );
}

function Thumb({ message }: { readonly message: Message }) {
  const address = useAddress(message.content);
  return (
    <span className={styles.thumb}>
      {!address.broken && (
        <Photo
          src={address.src}
          alt=""
          title={fullTime(message.sentAtMs)}
          loading="lazy"
          decoding="async"
          onError={address.failed}
        />
      )}
    </span>
  );
}

import { MessageCircle, Minimize2, PictureInPicture2, UserPlus } from 'lucide-react';
import type { Ref } from 'react';
import { useBack, useNavigate } from '../../kit/navigation.ts';
import type { CallQuality, CallView } from '../../../client/interface/calls.ts';
import { personContact } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../kit/button.tsx';
import { Badge } from '../../kit/badge.tsx';
import { cx } from '../../kit/class-names.ts';
import { useStore } from '../../shared/client-context.ts';
import { useUnreadOf } from '../../shared/use-unread.ts';
import { hasSmallPicture, toggleSmallPicture } from '../../platform/small-picture.ts';
import styles from './call.module.css';
import { PairEncryptionMark } from './encryption-mark.tsx';
import { TalkTime } from './talk-time.tsx';
import { pathTo, selectionPath } from '../../paths/paths.ts';

const icon = { size: 22, strokeWidth: 1.75 } as const;

/** Above the call: a button to leave without ending it, the partner, and the connection quality. */
export function CallBar({
  call,
  title,
  small,
}: {
  readonly call: CallView;
  readonly title: Ref<HTMLHeadingElement>;
  readonly small: boolean;
}) {
  const { t } = useTranslation();
  const back = useBack();
  const navigate = useNavigate();
  const unread = useUnreadOf(personContact(call.peer));
  const over = call.stage === 'ended';
  const hasGroups = useStore(({ config, sync }) => config.chatInfo.groupChat && !sync.plain);
  const mayAdd = call.stage === 'talking' && hasGroups;
  return (
    <header className={styles.bar}>
      <div className={styles.barSide}>
        {!over && (
          <IconButton className={styles.tool} label={t('call.minimise')} onClick={back}>
            <Minimize2 {...icon} />
          </IconButton>
        )}
        <PairEncryptionMark call={call} />
      </div>
      <div className={cx(styles.barMiddle, !small && styles.unseen)}>
        <h1 ref={title} tabIndex={-1} className={styles.barName} title={call.name}>
          {call.name}
        </h1>
        {small && <TalkTime call={call} className={styles.barTime} />}
      </div>
      <div className={cx(styles.barSide, styles.barEnd)}>
        {!over && call.quality !== null && <Quality quality={call.quality} />}
        {!over && call.remote.camera && hasSmallPicture() && (
          <IconButton className={styles.tool} label={t('call.pip')} onClick={() => void toggleSmallPicture()}>
            <PictureInPicture2 {...icon} />
          </IconButton>
        )}
        {mayAdd && (
          <IconButton
            className={styles.tool}
            label={t('call.add')}
            onClick={() => void navigate(selectionPath('call', { contact_id: personContact(call.peer) }))}
          >
            <UserPlus {...icon} />
          </IconButton>
        )}
        {!over && (
          <IconButton
            className={styles.tool}
            label={t('call.chat')}
            onClick={() => void navigate(pathTo('chat', { id: call.peer }))}
          >
            <MessageCircle {...icon} />
          </IconButton>
        )}
        {!over && <Badge count={unread} />}
      </div>
    </header>
  );
}

const BARS = { poor: 1, fair: 2, good: 3 } as const satisfies Record<CallQuality, number>;

/** Three bars, with a text for screen readers and as a tooltip. */
function Quality({ quality }: { readonly quality: CallQuality }) {
  const { t } = useTranslation();
  const words = t(`call.quality.${quality}`);
  return (
    <span
      className={cx(styles.quality, quality === 'poor' && styles.poor)}
      role="img"
      aria-label={words}
      title={words}
    >
      {[1, 2, 3].map((bar) => (
        <i
          key={bar}
          className={bar <= BARS[quality] ? styles.lit : undefined}
          style={{ height: 4 + bar * 4 }}
        />
      ))}
    </span>
  );
}

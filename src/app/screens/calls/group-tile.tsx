import { Ellipsis, Hand, MicOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LocalView, RemoteView } from '../../../client/interface/calls.ts';
import type { UserId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { Spinner } from '../../kit/spinner.tsx';
import { Stream } from './stream.tsx';
import styles from './group-grid.module.css';

export interface TileFacts {
  readonly device: string;
  readonly user: UserId;
  readonly name: string;
  /** What the tile shows instead of the name; null: the name. */
  readonly label: string | null;
  readonly avatar: string;
  readonly isMine: boolean;
  readonly isHandRaised: boolean;
  /** An emoji of the last seconds; null: none. */
  readonly reaction: string | null;
  readonly isSpeaking: boolean;
  /** Null: nothing arrives from that device yet. */
  readonly sent: LocalView | RemoteView | null;
  /** Null: good, or not known. */
  readonly quality: 'fair' | 'poor' | null;
  /** Shown instead of a picture while the two devices are not connected; null: they are. */
  readonly waiting: string | null;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** One person of the call: picture or face, name, and what the others must know about the microphone. */
export function Tile({
  facts,
  isLarge,
  isSmall,
  onLarge,
  onMenu,
}: {
  readonly facts: TileFacts;
  readonly isLarge: boolean;
  /** One of many. */
  readonly isSmall: boolean;
  /** Null: with so few people nothing can be shown larger. */
  readonly onLarge: (() => void) | null;
  readonly onMenu: ((at: Element) => void) | null;
}) {
  const { t } = useTranslation();
  const { sent, waiting } = facts;
  const name = facts.label ?? facts.name;
  const isMuted = sent !== null && !sent.microphone;
  return (
    <li className={cx(styles.tile, facts.isSpeaking && styles.speaks, isLarge && styles.large)}>
      {onLarge === null ? (
        <Face facts={facts} isSmall={isSmall} />
      ) : (
        <button
          type="button"
          className={styles.press}
          aria-label={isLarge ? t('gcall.small') : t('gcall.large', { name })}
          onClick={onLarge}
        >
          <Face facts={facts} isSmall={isSmall} />
        </button>
      )}
      {facts.reaction !== null && (
        <span
          className={styles.reaction}
          role="img"
          aria-label={t('gcall.reactionOf', { name, emoji: facts.reaction })}
        >
          {facts.reaction}
        </span>
      )}
      <div className={styles.foot}>
        {facts.isHandRaised && (
          <Sign label={t('gcall.handOf', { name })} className={styles.hand}>
            <Hand {...icon} />
          </Sign>
        )}
        {isMuted && (
          <Sign label={t('gcall.micOffOf', { name })}>
            <MicOff {...icon} />
          </Sign>
        )}
        <span className={styles.name} dir="auto" title={name}>
          {name}
        </span>
        {facts.quality !== null && waiting === null && (
          <span className={styles.waiting}>{t(`call.quality.${facts.quality}`)}</span>
        )}
        {waiting !== null && (
          <span className={styles.waiting}>
            <Spinner size={16} /> {waiting}
          </span>
        )}
      </div>
      {onMenu !== null && (
        <IconButton
          small
          className={styles.more}
          label={t('gcall.actionsFor', { name })}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => onMenu(currentTarget)}
        >
          <Ellipsis size={18} strokeWidth={1.75} />
        </IconButton>
      )}
    </li>
  );
}

function Face({ facts, isSmall }: { readonly facts: TileFacts; readonly isSmall: boolean }) {
  const { user, name, avatar, sent, isMine } = facts;
  const { t } = useTranslation();
  const shows = sent !== null && sent.view !== null && (sent.camera || sent.sharing);
  if (!shows) return <Avatar id={user} name={name} src={avatar} size={isSmall ? 48 : 80} />;
  const label = isMine
    ? t(sent.sharing ? 'call.myScreen' : 'call.myPicture')
    : t(sent.sharing ? 'call.sharingThere' : 'call.theirPicture', { name });
  return sent.view && <Stream view={sent.view} mine={isMine && !sent.sharing} label={label} />;
}

const Sign = ({
  label,
  className,
  children,
}: {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) => (
  <span className={cx(styles.sign, className)} role="img" aria-label={label} title={label}>
    {children}
  </span>
);

import type { TFunction } from 'i18next';
import { MapPin } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from '../../../kit/navigation.ts';
import { buttonsIn } from '../../../../domain/bots.ts';
import { isEmbedding } from '../../../../domain/direction.ts';
import { forwardMarkIn } from '../../../../domain/forward-mark.ts';
import { contactId } from '../../../../domain/ids.ts';
import { toPlain } from '../../../../domain/markup.ts';
import { isPoll } from '../../../../domain/poll-mark.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { cx } from '../../../kit/class-names.ts';
import { inOwnWords } from '../../../shared/contact-name.ts';
import { afterLabel } from '../../../../domain/isolates.ts';
import type { BubbleBody, TimelineRow } from '../timeline.ts';
import { useSizeText } from '../../../shared/use-size-text.ts';
import { captionIn, field } from '../../../shared/message-fields.ts';
import { isFewEmoji, markupNodes } from './markup-nodes.tsx';
import { CallPill } from './media/call-pill.tsx';
import { FileIcon } from '../../../kit/icon-tile.tsx';
import { VisuallyHidden } from '../../../kit/visually-hidden.tsx';
import cardStyles from './media/media.module.css';
import { Progress } from './media/progress.tsx';
import { Picture, Sticker } from './media/picture.tsx';
import { VideoPoster } from './media/video-poster.tsx';
import { VoicePill } from './media/voice-pill.tsx';
import { pathTo } from '../../../paths/paths.ts';
import styles from './message-body.module.css';

export interface BodyProps {
  readonly body: BubbleBody;
  /** Author of the message, for playback that outlasts the row. */
  readonly name: string;
  readonly own: boolean;
  /** Calls the partner back; absent where calls are only listed. */
  readonly onCall?: (() => void) | undefined;
  readonly onOpen: (at: Element) => void;
}

/** Content of a bubble by kind, and its caption. */
export function MessageBody(props: BodyProps) {
  const { t } = useTranslation();
  return (
    <>
      {contentOf(t, props)}
      {caption(props.body)}
    </>
  );
}

/** Caption of a picture, video or file (MSG-2). */
export function caption(body: BubbleBody): ReactNode {
  const words = captionIn(body);
  return (
    words !== '' && (
      <span className={cx(styles.text, styles.caption)} data-words={turning(words)}>
        {markupNodes(words, body.extra)}
      </span>
    )
  );
}

/** The buttons of a bot's message (BOT-13). */
export const botButtons = (row: TimelineRow, { extra }: BubbleBody, onPress: PressButton): ReactNode =>
  extra?.['buttons'] !== undefined && (
    <Suspense fallback={null}>
      <BotButtons row={row} buttons={buttonsIn(extra)} onPress={onPress} />
    </Suspense>
  );
/** A pressed button of a bot's message; resolves when the bot has answered. */
export type PressButton = (row: TimelineRow, button: string) => Promise<void>;
const BotButtons = lazyAside(() => import('./bot-buttons.tsx'));

/** Text that changes the direction of what follows has the time on a separate line (UI-126). */
const turning = (words: string): string => (isEmbedding(words) ? 'turning' : '');

/** Something above the content, in the bubble. */
export const hasHead = ({ quote, extra }: Pick<BubbleBody, 'quote' | 'extra'>): boolean =>
  quote !== null || forwardMarkIn(extra) !== null;

/** One to three emoji, drawn large and without a bubble (UI-105). */
export function isLarge(body: Pick<BubbleBody, 'type' | 'content' | 'quote' | 'extra'>): boolean {
  const { type, content } = body;
  return (
    type === 'text' && !hasHead(body) && content.length < LARGE_MOST && isFewEmoji(toPlain(content).trim())
  );
}
const LARGE_MOST = 64;

/**
 * Renders the content by kind. Text, the most common, is not a component: a chat opens with many messages.
 */
export function contentOf(t: TFunction, { body, name, own, onCall, onOpen }: BodyProps): ReactNode {
  switch (body.type) {
    case 'text':
      if (isPoll(body.extra)) return <PollQuestion body={body} />;
      return (
        <span className={isLarge(body) ? styles.large : styles.text} data-words={turning(body.content)}>
          {markupNodes(inOwnWords(t, body.content), body.extra)}
        </span>
      );
    case 'contact':
      return <ContactCard body={body} />;
    case 'location':
      return <LocationCard body={body} />;
    case 'image':
      return <Picture body={body} onOpen={onOpen} />;
    case 'emoji':
      return <Sticker body={body} onOpen={onOpen} />;
    case 'voice':
      return <VoicePill body={body} name={name} />;
    case 'video':
      return <VideoPoster body={body} onOpen={onOpen} />;
    case 'file':
      return <FileCard body={body} onOpen={onOpen} />;
    case 'webrtc':
      return <CallPill body={body} own={own} onCall={onCall} />;
    case 'event':
      return <Unsupported />;
  }
}

/** A poll without voting, as in the history: its question. */
function PollQuestion({ body }: { readonly body: BubbleBody }) {
  const { t } = useTranslation();
  return (
    <span className={styles.text} data-words="">
      {afterLabel(t('msg.poll'), toPlain(body.content))}
    </span>
  );
}

function ContactCard({ body }: { readonly body: BubbleBody }) {
  const { t } = useTranslation();
  const [id, name] = [field(body, 'id'), field(body, 'displayName') || toPlain(body.content)];
  const inside = (
    <>
      <span className={styles.cardMain}>
        <Avatar id={id} name={name} src={field(body, 'avatar')} size={40} />
        <span className={styles.cardName}>{name}</span>
      </span>
      <span className={styles.cardFoot}>{t('msg.cardFooter')}</span>
    </>
  );
  if (!/^[1-9]\d*$/.test(id)) return <span className={styles.card}>{inside}</span>;
  return (
    <Link className={styles.card} to={pathTo('userInfo', { id: contactId(id) })}>
      {inside}
    </Link>
  );
}

function LocationCard({ body }: { readonly body: BubbleBody }) {
  const { t } = useTranslation();
  const place = [field(body, 'latitude'), field(body, 'longitude')].filter(Boolean).join(', ');
  return (
    <span className={styles.card} title={place === '' ? undefined : place}>
      <span className={styles.cardMain}>
        <span className={styles.pin}>
          <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
        <span className={styles.cardWords}>
          <span className={styles.cardName}>{field(body, 'name') || toPlain(body.content)}</span>
          {field(body, 'address') !== '' && (
            <span className={styles.cardDetail}>{field(body, 'address')}</span>
          )}
        </span>
      </span>
      <span className={styles.cardFoot}>{t('msg.locationFooter')}</span>
    </span>
  );
}

function Unsupported() {
  const { t } = useTranslation();
  return <span className={styles.label}>{t('msg.unsupported')}</span>;
}

/** Icon of the kind, name on one line, size. */
function FileCard({ body, onOpen }: { readonly body: BubbleBody; readonly onOpen: (at: Element) => void }) {
  const { t } = useTranslation();
  const sizeText = useSizeText();
  const name = body.upload?.file.name ?? body.file?.name ?? '';
  const size = sizeText(body.file?.sizeBytes ?? 0);
  if (body.upload)
    return (
      <span className={cardStyles.file}>
        <FileIcon name={name} />
        <span className={cardStyles.fileWords}>
          <span className={cardStyles.fileName} title={name} dir="auto">
            {name}
          </span>
          <Progress upload={body.upload} />
        </span>
      </span>
    );
  return (
    <button type="button" className={cardStyles.file} onClick={(event) => onOpen(event.currentTarget)}>
      <FileIcon name={name} />
      <VisuallyHidden>{t('media.openFile')}</VisuallyHidden>
      <span className={cardStyles.fileWords}>
        <span className={cardStyles.fileName} title={name} dir="auto">
          {name === '' ? t('msg.file') : name}
        </span>
        <span className={cardStyles.fileSize}>{size}</span>
      </span>
    </button>
  );
}

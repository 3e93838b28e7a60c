import { Globe } from 'lucide-react';
import { firstLink, hostOf, type LinkPreview } from '../../../../domain/link-preview.ts';
import type { MessageId } from '../../../../domain/ids.ts';
import type { Message } from '../../../../domain/message.ts';
import { isOwnPath } from '../../../../domain/links.ts';
import { cx } from '../../../kit/class-names.ts';
import { useStore } from '../../../shared/client-context.ts';
import { useAddress } from '../../../shared/use-address.ts';
import { WebLink } from '../../../shared/web-link.tsx';
import type { BubbleBody } from '../timeline.ts';
import styles from './link-card.module.css';
import { Photo } from '../../../kit/photo.tsx';

/** The link preview of a message, as long as its text contains the link: a pending edit may change it. */
export function linkShown(message: Message | null, body: BubbleBody | null): LinkPreview | null {
  const link = message?.link;
  return link && body && firstLink(body.content, body.extra) === link.url ? link : null;
}

/** Link preview of the first web address; the whole card is the link (PREVIEW-10). */
export function LinkCard({ of, link }: { readonly of: MessageId; readonly link: LinkPreview }) {
  const { url, title, text, site, picture } = link;
  // Removed here, it disappears at once (PREVIEW-11).
  if (useStore((state) => state.pending.card.has(of))) return null;
  return (
    <WebLink className={cx(styles.card, picture && !isWide(picture) && styles.beside)} href={url} title={url}>
      {picture && <CardPicture {...picture} />}
      <span className={styles.words}>
        <span className={styles.site}>
          <Globe size={14} strokeWidth={1.75} aria-hidden="true" />
          <span dir="auto">{site || hostOf(url)}</span>
        </span>
        {title !== '' && (
          <span className={styles.title} dir="auto">
            {title}
          </span>
        )}
        {text !== '' && (
          <span className={styles.text} dir="auto">
            {text}
          </span>
        )}
      </span>
    </WebLink>
  );
}

type Shape = NonNullable<LinkPreview['picture']>;

/** A small or tall picture is beside the text. */
const isWide = ({ width, height }: Shape): boolean => width >= WIDE_FROM && width >= height * 1.2;
const WIDE_FROM = 240;

/** Loads pictures from our own server only: a message must not make the reader's browser contact others. */
function CardPicture({ src, width, height }: Shape) {
  const address = useAddress(src);
  if (address.broken || !isOwnPath(address.src)) return null;
  return (
    <Photo
      className={styles.picture}
      src={address.src}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={address.failed}
    />
  );
}

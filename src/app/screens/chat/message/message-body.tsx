import { File as FileIcon, Image, type LucideIcon, MapPin, Mic, Phone, Smile, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { toPlain } from '../../../../domain/markup.ts';
import type { MessageType } from '../../../../domain/message.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import type { Body } from '../timeline.ts';
import { labelKey } from './label-key.ts';
import { isFewEmoji } from './link-text.ts';
import { markupNodes } from './markup-nodes.tsx';
import styles from './message-body.module.css';

/** What is inside a bubble, by kind. */
export function MessageBody({ body }: { readonly body: Body }) {
  switch (body.type) {
    case 'text':
      return <Text html={body.content} />;
    case 'contact':
      return <ContactCard body={body} />;
    case 'location':
      return <LocationCard body={body} />;
    case 'event':
    case 'image':
    case 'emoji':
    case 'voice':
    case 'video':
    case 'file':
    case 'webrtc':
      return <Label type={body.type} />;
  }
}

function Text({ html }: { readonly html: string }) {
  const large = html.length < 64 && isFewEmoji(toPlain(html).trim());
  return <span className={large ? styles.large : styles.text} data-large={large || undefined}>{markupNodes(html)}</span>;
}

/** A field of `extends`, which another client wrote: text or a number, else nothing. */
function field(body: Body, name: string): string {
  const value = body.extra?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function ContactCard({ body }: { readonly body: Body }) {
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
    <Link className={styles.card} to={`/pages/contacts/detail?id=${id}`}>
      {inside}
    </Link>
  );
}

function LocationCard({ body }: { readonly body: Body }) {
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
          {field(body, 'address') !== '' && <span className={styles.cardDetail}>{field(body, 'address')}</span>}
        </span>
      </span>
      <span className={styles.cardFoot}>{t('msg.locationFooter')}</span>
    </span>
  );
}

const ICONS: Readonly<Partial<Record<MessageType, LucideIcon>>> = {
  image: Image,
  emoji: Smile,
  voice: Mic,
  video: Video,
  file: FileIcon,
  webrtc: Phone,
};

function Label({ type }: { readonly type: MessageType }): ReactNode {
  const { t } = useTranslation();
  const Icon = ICONS[type];
  return (
    <span className={styles.label}>
      {Icon && <Icon size={20} strokeWidth={1.75} aria-hidden="true" />}
      {t(labelKey(type))}
    </span>
  );
}

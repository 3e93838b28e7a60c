import { Settings } from 'lucide-react';
import { Link } from '../../../kit/navigation.ts';
import type { FoundMessage } from '../../../../client/interface/files.ts';
import { contactView } from '../../../../client/state/contact-view.ts';
import type { Entry } from '../../../../client/state/address-book.ts';
import { directionOf } from '../../../../domain/direction.ts';
import { toPlain } from '../../../../domain/markup.ts';
import { isPoll } from '../../../../domain/poll-mark.ts';
import { unmarked } from '../../../../domain/rich-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { IconTile } from '../../../kit/icon-tile.tsx';
import { useStore } from '../../../shared/client-context.ts';
import { authorName, contactName, inOwnWords } from '../../../shared/contact-name.ts';
import { Username } from '../../../shared/username.tsx';
import { Highlight } from '../../../shared/highlight.tsx';
import { excerpt } from '../../../shared/match.ts';
import { useFolded } from '../../../shared/use-folded.ts';
import { useListTime } from '../../../shared/use-display-time.ts';
import { captionIn } from '../../../shared/message-fields.ts';
import { afterLabel } from '../../../../domain/isolates.ts';
import { labelKey } from '../../../shared/preview-text.ts';
import type { FoundSetting } from './found-settings.ts';
import { pathTo } from '../../../paths/paths.ts';
import rowStyles from '../../../shared/narrowing/rows.module.css';
import styles from './search.module.css';
import { folded, includesWords } from '../../../../domain/search-words.ts';

/** A user or group; other matched fields appear below the name. */
export function ContactHit({
  contact,
  username,
  keywords,
  toInfo,
}: {
  readonly contact: Entry;
  /** Shown if another result has the same name. */
  readonly username?: string | undefined;
  readonly keywords: string;
  readonly toInfo: boolean;
}) {
  const { t } = useTranslation();
  const name = contactName(t, contact);
  const query = folded(keywords);
  const other = includesWords(name, query)
    ? ''
    : ([contact.realname, contact.account].find((words) => includesWords(words, query)) ?? '');
  const to = pathTo(toInfo && contact.kind === 'person' ? 'userInfo' : 'chat', { id: contact.id });
  return (
    <li>
      <Link className={rowStyles.row} to={to} data-row>
        <Avatar id={contact.id} name={name} src={contact.avatar} size={40} />
        <span className={styles.words}>
          <span className={rowStyles.name} dir="auto">
            <Highlight text={name} keywords={keywords} />
            {other !== contact.account && <Username of={username} />}
          </span>
          {other !== '' && (
            <span className={styles.detail} dir="auto">
              <Highlight text={other} keywords={keywords} />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** A setting or page of the user's account, with the page that contains it. */
export const SettingRow = ({
  setting,
  keywords,
}: {
  readonly setting: FoundSetting;
  readonly keywords: string;
}) => (
  <li>
    <Link className={rowStyles.row} to={setting.to} data-row>
      <IconTile icon={Settings} />
      <span className={styles.words}>
        <span className={rowStyles.name}>
          <Highlight text={setting.title} keywords={keywords} />
        </span>
        {setting.where !== '' && <span className={styles.detail}>{setting.where}</span>}
      </span>
    </Link>
  </li>
);

/** A message with its conversation; opens it at its place. */
export function MessageFound({ row, keywords }: { readonly row: FoundMessage; readonly keywords: string }) {
  const { t } = useTranslation();
  const { conversation, message } = row;
  const contact = useStore((state) => contactView(state, conversation));
  const author = useStore((state) => authorName(t, state, message.from));
  const time = useListTime()(message.sentAtMs);
  const name = contact ? contactName(t, contact) : author;
  const visibleText = (html: string) =>
    toPlain(inOwnWords(t, unmarked(html, message.extra))).replace(/\s+/g, ' ');
  const folded = useFolded(conversation, message.from.id);
  const words = folded
    ? t('chat.folded')
    : message.file === null
      ? isPoll(message.extra)
        ? afterLabel(t('msg.poll'), visibleText(message.content))
        : visibleText(message.content)
      : afterLabel(
          t(labelKey(message.type)),
          [visibleText(captionIn(message)), message.file.name].filter(Boolean).join(' '),
        );
  return (
    <li>
      <Link
        className={rowStyles.row}
        to={pathTo('chat', { id: conversation, msg_id: message.msgId })}
        data-row
      >
        <Avatar id={conversation} name={name} src={contact?.avatar ?? ''} size={40} />
        <span className={styles.words}>
          <span className={styles.line}>
            <span className={rowStyles.name} dir="auto">
              {name}
            </span>
            <time className={styles.time}>{time}</time>
          </span>
          <span className={styles.detail} dir={directionOf(words)}>
            {conversation.startsWith('group-') && !folded && (
              <>
                <bdi>{author}</bdi>:{' '}
              </>
            )}
            <bdi>
              <Highlight text={excerpt(words, keywords)} keywords={keywords} />
            </bdi>
          </span>
        </span>
      </Link>
    </li>
  );
}

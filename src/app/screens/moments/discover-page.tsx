import { Aperture, Globe } from 'lucide-react';
import { Link } from '../../kit/navigation.ts';
import type { GlobalConfig } from '../../../domain/config.ts';
import { isOwnPath } from '../../../domain/links.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Badge } from '../../kit/badge.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { Page } from '../../kit/page.tsx';
import { Row, RowList } from '../../kit/row.tsx';
import { useWhenChanged } from '../../kit/use-steady.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import NewsDot from '../../shared/news-dot.tsx';
import { useListTime } from '../../shared/use-display-time.ts';
import { useLoad } from '../../shared/use-load.ts';
import { TopBar } from '../../shared/top-bar.tsx';
import { PATHS, pathTo } from '../../paths/paths.ts';
import { momentsChange } from './moments-change.ts';
import styles from './discover-page.module.css';

type Entry = GlobalConfig['compass']['list'][number];

/** Additional pages that the administrator of this server offers (CONF-18): a list, or a grid of three. */
export default function DiscoverPage() {
  const { t } = useTranslation();
  const { mode, list } = useStore((state) => state.config.compass);
  return (
    <Page cards wide bar={<TopBar title={t('nav.discover')} />}>
      {list.length === 0 && <EmptyBlock text={t('discover.empty')} />}
      {list.length > 0 && mode === 1 && (
        <div className={styles.cards}>
          {list.map((entry) => (
            <RowList key={entry.id}>
              <Row
                to={wayOf(entry)}
                icon={<Icon entry={entry} />}
                title={nameOf(entry, t('title.moments'))}
                detail={hostOf(entry)}
                end={<News entry={entry} />}
              />
              {entry.url === PATHS.moments && <NewestMoments />}
            </RowList>
          ))}
        </div>
      )}
      {list.length > 0 && mode === 2 && (
        <ul className={styles.grid}>
          {list.map((entry) => (
            <li key={entry.id}>
              <Link to={wayOf(entry)} className={styles.tile}>
                <Icon entry={entry} />
                <span className={styles.name}>{nameOf(entry, t('title.moments'))}</span>
                <span className={styles.badge}>
                  <News entry={entry} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

const NEWEST = 5;

/** The newest posts, in short. */
function NewestMoments() {
  const { actions } = useClient();
  const { value, reload } = useLoad('moments', () => actions.moments(0));
  useWhenChanged(reload, useStore(momentsChange));
  const timeText = useListTime();
  return (value ?? []).slice(0, NEWEST).map(({ id, author, words, pictures, atMs }) => (
    <Link key={id} to={PATHS.moments} className={styles.post}>
      <Avatar id={author.id} name={author.name} src={author.avatar} size={36} />
      <span className={styles.words}>
        <span className={styles.author} dir="auto">
          {author.name}
        </span>
        <span className={styles.said} dir="auto">
          {words}
        </span>
      </span>
      {pictures.slice(0, 1).map(({ src }) => (
        <img key={src} className={styles.picture} src={src} alt="" loading="lazy" />
      ))}
      <time className={styles.time}>{timeText(atMs)}</time>
    </Link>
  ));
}

/** Where an entry leads outside. */
const hostOf = ({ url }: Entry): string | undefined =>
  URL.canParse(url) ? new URL(url).host || undefined : undefined;

/** The page of ours is named in the viewer's language. */
const nameOf = (entry: Entry, moments: string): string =>
  entry.url === PATHS.moments ? moments : entry.name;

function wayOf({ type, url, name }: Entry): string {
  const inside = type === 1 && isOwnPath(url);
  return inside ? url : pathTo('browser', { src: url, title: name });
}

function Icon({ entry }: { readonly entry: Entry }) {
  if (isOwnPath(entry.icon))
    return <img className={styles.icon} src={entry.icon} alt="" width={24} height={24} />;
  const Own = entry.url === PATHS.moments ? Aperture : Globe;
  return <Own size={24} strokeWidth={1.75} aria-hidden="true" />;
}

/** 1 is a dot. */
const News = ({ entry }: { readonly entry: Entry }) =>
  entry.url === PATHS.moments && entry.badge === 0 ? (
    <NewsDot />
  ) : (
    <Badge count={entry.badge} dot={entry.badge === 1} />
  );

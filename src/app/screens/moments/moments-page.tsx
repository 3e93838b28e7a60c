import { SquarePen } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyAside } from '../../kit/lazy-aside.ts';
import { isTemporary } from '../../../client/interface/answer.ts';
import type { Answer, Failure } from '../../../client/interface/client.ts';
import type { Moment } from '../../../client/interface/moments.ts';
import { windowLimits as limits } from '../../../client/state/limits.ts';
import { type Result, ok } from '../../../domain/result.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button, IconButton } from '../../kit/button.tsx';
import { useAgain, useClient, useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { Page } from '../../kit/page.tsx';
import { hasMomentNews } from '../../../client/state/kept-shown.ts';
import { usePageVisible } from '../../kit/use-page-visible.ts';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import { useRound } from '../../kit/use-round.ts';
import type { ViewerImage } from '../conversation/viewer/image-viewer.tsx';
import { momentsChange } from './moments-change.ts';
import styles from './moments.module.css';
import { MomentPost } from './moment-post.tsx';
import { PublishSheet } from './publish-sheet.tsx';

/** Hills at daybreak, in the colours of the theme. Decorative. */
const Cover = () => (
  <svg className={styles.hills} viewBox="0 0 640 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <circle className={styles.sun} cx="470" cy="104" r="46" />
    <path className={styles.far} d="M0 132 82 92l74 34 92-62 96 58 76-30 100 44 120-40v116H0Z" />
    <path className={styles.middle} d="M0 160c70-38 130-44 196-22s118 20 184-4 150-40 260-2v80H0Z" />
    <path className={styles.near} d="M0 176c96-30 190-20 286 0s214-4 354-30v54H0Z" />
  </svg>
);

const ImageViewer = lazyAside(() => import('../conversation/viewer/image-viewer.tsx'));

interface Shown {
  readonly rows: readonly Moment[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failure: Failure | null;
}

type Part = Pick<Shown, 'rows' | 'more'>;

/** The list after an answer: replaced as far as it reaches, or extended by older entries. */
function afterPart(now: Shown, before: number, answer: Result<Part, Failure>): Shown {
  if (!answer.ok) return { ...now, loading: false, failure: answer.reason };
  const { rows, more } = answer.value;
  const ready = { loading: false, failure: null } as const;
  if (before > 0) return { ...ready, rows: [...now.rows, ...rows], more };
  const end = more ? (rows.at(-1)?.id ?? 0) : 0;
  const older = now.rows.filter(({ id }) => id < end);
  return { ...ready, rows: [...rows, ...older], more: older.length > 0 ? now.more : more };
}

/** Pages from one moment to older ones, until `oldest` (MOMENT-6). */
async function pagesTo(
  ask: (before: number) => Answer<readonly Moment[]>,
  before: number,
  oldest: number,
): Promise<Result<Part, Failure>> {
  const rows: Moment[] = [];
  for (let from = before; ;) {
    const answer = await ask(from);
    if (!answer.ok) return answer;
    rows.push(...answer.value);
    from = rows.at(-1)?.id ?? 0;
    const more = answer.value.length === limits.pageSize;
    if (!more || from <= oldest) return ok({ rows, more });
  }
}

const START: Shown = { rows: [], more: false, loading: true, failure: null };

/**
 * The list; `load` fetches entries older than `before` (0: reloads the shown ones), `again` also shows the
 * loading state.
 */
function useMoments() {
  const { actions } = useClient();
  const [list, setList] = useState(START);
  // Counts reloads from the beginning: an answer to an earlier request is outdated (STORE-19).
  const refreshes = useRef(0);
  const ask = (before: number) => actions.moments(before);
  const load = async (before: number): Promise<void> => {
    if (before === 0) refreshes.current += 1;
    const refreshCount = refreshes.current;
    const oldest = before > 0 ? before : (list.rows.at(-1)?.id ?? Infinity);
    const answer = await pagesTo(ask, before, oldest);
    if (refreshes.current === refreshCount) setList((now) => afterPart(now, before, answer));
    else if (before > 0) await load(before);
  };
  const again = (before: number) => {
    setList((now) => ({ ...now, loading: true, failure: null }));
    void load(before);
  };
  const first = useEffectEvent(() => pagesTo(ask, 0, Infinity));
  useEffect(() => {
    let isClosed = false;
    const load = async () => {
      const answer = await first();
      if (!isClosed && refreshes.current === 0) setList((now) => afterPart(now, 0, answer));
    };
    void load();
    return () => {
      isClosed = true;
    };
  }, []);
  useAgain(list.failure !== null && isTemporary(list.failure) && list.rows.length === 0, () => void load(0));
  return [list, load, again] as const;
}

/** Shows new activity of others automatically, and marks viewed moments as seen (MOMENT-6, MOMENT-7). */
function useLive(load: (before: number) => Promise<void>): void {
  const { actions } = useClient();
  const changes = useStore(momentsChange);
  const newsMs = useStore((state) => (hasMomentNews(state) ? (state.moments?.atMs ?? 0) : 0));
  const visible = usePageVisible();
  const [lastChanges, setLastChanges] = useState(changes);
  const running = useRef(false);
  const refresh = useEffectEvent(async () => {
    await load(0);
    running.current = false;
    setLastChanges(changes);
  });
  useEffect(() => {
    if (!visible || running.current || changes === lastChanges) return;
    running.current = true;
    void refresh();
  }, [visible, changes, lastChanges]);
  const look = useEffectEvent(() => void actions.momentsSeen(newsMs));
  useEffect(() => {
    if (visible && newsMs > 0) look();
  }, [visible, newsMs]);
}

/** `/pages/compass/moments` What friends published, newest first. */
export default function MomentsPage() {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  const [list, load, again] = useMoments();
  useLive(load);
  const [writing, setWriting] = useState(false);
  const round = useRound(writing);
  const [viewed, setViewed] = useState<{ readonly moment: Moment['id']; readonly picture: number } | null>(
    null,
  );
  const { rows } = list;
  return (
    <Page
      bar={
        <TopBar
          title={t('title.moments')}
          end={
            <IconButton label={t('moments.write')} onClick={() => setWriting(true)}>
              <SquarePen size={24} strokeWidth={1.75} />
            </IconButton>
          }
        />
      }
    >
      <div className={styles.column}>
        <header className={styles.cover}>
          <Cover />
          <p dir="auto">{self?.realname}</p>
          <Avatar id={self?.id ?? 0} name={self?.realname ?? ''} src={self?.avatar ?? ''} size={80} />
        </header>
        {rows.map((moment) => (
          <MomentPost
            key={moment.id}
            moment={moment}
            onChanged={() => void load(0)}
            onPicture={(picture) => setViewed({ moment: moment.id, picture })}
          />
        ))}
        <Ending list={list} onWrite={() => setWriting(true)} onMore={() => again(rows.at(-1)?.id ?? 0)} />
      </div>
      {round > 0 && (
        <PublishSheet
          key={round}
          open={writing}
          onClose={() => setWriting(false)}
          onPublished={() => void load(0)}
        />
      )}
      {viewed !== null && (
        <Suspense fallback={null}>
          <ImageViewer
            images={rows.filter(({ id }) => id === viewed.moment).flatMap(imagesOf)}
            start={String(viewed.picture)}
            // The list reaches from the newest moment to all that was shown.
            isGone={() => true}
            onClose={() => setViewed(null)}
            onForward={null}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** Below the posts: a placeholder, an error, an empty state, or a button for older ones. */
function Ending({
  list,
  onWrite,
  onMore,
}: {
  readonly list: Shown;
  readonly onWrite: () => void;
  readonly onMore: () => void;
}) {
  const { t } = useTranslation();
  const { rows } = list;
  return (
    <>
      {list.loading && rows.length === 0 && <SkeletonRows count={3} />}
      {list.failure !== null && (
        <EmptyBlock
          kind="network"
          text={failureText(t, list.failure)}
          action={<Button onClick={onMore}>{t('common.retry')}</Button>}
        />
      )}
      {!list.loading && list.failure === null && rows.length === 0 && (
        <EmptyBlock
          kind="moments"
          text={t('moments.empty')}
          action={
            <Button kind="primary" onClick={onWrite}>
              {t('moments.write')}
            </Button>
          }
        />
      )}
      {list.more && (
        <div className={styles.more}>
          <Button busy={list.loading} onClick={onMore}>
            {t('common.loadMore')}
          </Button>
        </div>
      )}
    </>
  );
}

const imagesOf = ({ pictures, author, atMs }: Moment): readonly ViewerImage[] =>
  pictures.map(({ id, src }) => ({
    key: String(id),
    src,
    name: '',
    download: src,
    author: author.name,
    sentAtMs: atMs,
    message: null,
  }));

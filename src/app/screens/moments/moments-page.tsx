import { SquarePen } from 'lucide-react';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { Failure } from '../../../client/interface/client.ts';
import type { Moment } from '../../../client/interface/moments.ts';
import { windowLimits as limits } from '../../../client/state/limits.ts';
import type { Result } from '../../../domain/result.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button, IconButton } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { Page } from '../../kit/page.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import { useRound } from '../../kit/use-round.ts';
import type { ViewerImage } from '../conversation/viewer/image-viewer.tsx';
import { MomentPost } from './moment-post.tsx';
import styles from './moments.module.css';
import { PublishSheet } from './publish-sheet.tsx';

const ImageViewer = lazy(() => import('../conversation/viewer/image-viewer.tsx'));

interface Shown {
  readonly rows: readonly Moment[];
  readonly more: boolean;
  readonly loading: boolean;
  readonly failure: Failure | null;
}

/** The list after an answer: a fresh one, or longer by older ones. */
function taken(now: Shown, before: number, answer: Result<readonly Moment[], Failure>): Shown {
  if (!answer.ok) return { ...now, loading: false, failure: answer.reason };
  const newer = before === 0 ? [] : now.rows;
  return {
    rows: [...newer, ...answer.value],
    more: answer.value.length === limits.pageSize,
    loading: false,
    failure: null,
  };
}

const START: Shown = { rows: [], more: false, loading: true, failure: null };

/** The list; `load` fetches what is older than `before` (0: the newest), `again` says so meanwhile. */
function useMoments() {
  const { actions } = useClient();
  const [shown, setShown] = useState(START);
  const load = async (before: number) => {
    const answer = await actions.moments(before);
    setShown((now) => taken(now, before, answer));
  };
  const again = (before: number) => {
    setShown((now) => ({ ...now, loading: true, failure: null }));
    void load(before);
  };
  const first = useEffectEvent(() => actions.moments(0));
  useEffect(() => {
    let gone = false;
    const run = async () => {
      const answer = await first();
      if (!gone) setShown((now) => taken(now, 0, answer));
    };
    void run();
    return () => {
      gone = true;
    };
  }, []);
  return [shown, load, again] as const;
}

/** `/pages/compass/moments` What friends published, newest first. */
export default function MomentsPage() {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  const [shown, load, again] = useMoments();
  const [writing, setWriting] = useState(false);
  const round = useRound(writing);
  const [viewed, setViewed] = useState<{ readonly moment: Moment; readonly picture: number } | null>(null);
  const { rows } = shown;
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
          <p>{self?.realname}</p>
          <Avatar id={self?.id ?? 0} name={self?.realname ?? ''} src={self?.avatar ?? ''} size={64} />
        </header>
        {rows.map((moment) => (
          <MomentPost
            key={moment.id}
            moment={moment}
            onChanged={() => void load(0)}
            onPicture={(picture) => setViewed({ moment, picture })}
          />
        ))}
        <Ending shown={shown} onWrite={() => setWriting(true)} onMore={() => again(rows.at(-1)?.id ?? 0)} />
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
            images={imagesOf(viewed.moment)}
            start={String(viewed.picture)}
            onClose={() => setViewed(null)}
            onForward={null}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** Below the posts: a wait, a fault, nothing there yet, or the way to older ones. */
function Ending({
  shown,
  onWrite,
  onMore,
}: {
  readonly shown: Shown;
  readonly onWrite: () => void;
  readonly onMore: () => void;
}) {
  const { t } = useTranslation();
  const { rows } = shown;
  return (
    <>
      {shown.loading && rows.length === 0 && <SkeletonRows count={3} />}
      {shown.failure !== null && (
        <EmptyBlock
          kind="network"
          text={failureText(t, shown.failure)}
          action={<Button onClick={onMore}>{t('common.retry')}</Button>}
        />
      )}
      {!shown.loading && shown.failure === null && rows.length === 0 && (
        <EmptyBlock
          text={t('moments.empty')}
          action={
            <Button kind="primary" onClick={onWrite}>
              {t('moments.write')}
            </Button>
          }
        />
      )}
      {shown.more && (
        <div className={styles.more}>
          <Button busy={shown.loading} onClick={onMore}>
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

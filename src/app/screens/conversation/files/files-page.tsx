import { type ReactNode, Suspense, useState } from 'react';
import type { FileCate, FileListRow } from '../../../../client/interface/files.ts';
import { textLimits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../kit/button.tsx';
import { isFolded } from '../../../../client/state/blocked.ts';
import { sameItems, useClient, useStore } from '../../../shared/client-context.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { failureText } from '../../../shared/failure-text.ts';
import { Page } from '../../../kit/page.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { SegmentedTabs } from '../../../kit/segmented-tabs.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { TopBar } from '../../../shared/top-bar.tsx';
import { longDate } from '../../../shared/days/long-date.ts';
import { useFollow } from '../../../shared/use-follow.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { usePageOf } from '../../../kit/use-page-of.ts';
import { usePaused } from '../../../kit/use-paused.ts';
import { Pager } from '../../people/pager.tsx';
import { NO_END, type Reach, reachOfPage, spans } from '../viewer/reach.ts';
import { PICTURES, VIDEOS, wholeName } from './file-names.ts';
import { FileTile } from './file-tile.tsx';
import styles from './files.module.css';
import { ExternalLink, FileDown, Forward, MessageSquareShare } from 'lucide-react';
import { useNavigate } from '../../../kit/navigation.ts';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import { type MenuItem, type MenuPlace, useMenu } from '../../../kit/menu.tsx';
import { saveAs } from '../../../platform/save.ts';
import { openOutside } from '../../../platform/device.ts';
import { chatAt, forwardPage, videoPage } from '../use-media.tsx';
import type { ViewerImage } from '../viewer/image-viewer.tsx';

const ImageViewer = lazyAside(() => import('../viewer/image-viewer.tsx'));
const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

export interface FileHandlers {
  /** Pictures and videos open at once; other files show a menu. */
  readonly open: (row: FileListRow, at: MenuPlace) => void;
  readonly menu: (row: FileListRow, at: MenuPlace) => void;
  readonly layer: ReactNode;
}

const keyOf = ({ fileId, msgId }: FileListRow): string => `${fileId} ${msgId}`;

function useFileHandlers(rows: readonly FileListRow[], reach: Reach): FileHandlers {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [start, setStart] = useState<string | null>(null);
  const show = (row: FileListRow): boolean => {
    if (row.cate === PICTURES) setStart(keyOf(row));
    else if (row.cate === VIDEOS) void navigate(videoPage(row.src, wholeName(row)));
    return row.cate === PICTURES || row.cate === VIDEOS;
  };
  const openMenu = useMenu((key: string) => {
    const row = rows.find((one) => keyOf(one) === key);
    if (row === undefined) return null;
    const { msgId, conversation, preview } = row;
    const shows = row.cate === PICTURES || row.cate === VIDEOS;
    const items: MenuItem[] = [];
    if (shows || preview !== '')
      items.push({
        key: 'open',
        label: t('files.open'),
        icon: <ExternalLink {...icon} />,
        onSelect: () => void (show(row) || openOutside(preview)),
      });
    items.push({
      key: 'save',
      label: t('media.download'),
      icon: <FileDown {...icon} />,
      onSelect: () => saveAs(row.download || row.src, wholeName(row)),
    });
    if (msgId !== null && conversation !== null)
      items.push(
        {
          key: 'send',
          label: t('files.sendTo'),
          icon: <Forward {...icon} />,
          onSelect: () => void navigate(forwardPage(conversation, msgId)),
        },
        {
          key: 'show',
          label: t('files.show'),
          icon: <MessageSquareShare {...icon} />,
          onSelect: () => void navigate(chatAt(conversation, msgId)),
        },
      );
    return { title: wholeName(row), items };
  });
  const menu = (row: FileListRow, at: MenuPlace) => openMenu(at, keyOf(row));
  const pictures = start === null ? [] : rows.filter((row) => row.cate === PICTURES).map(asImage);
  return {
    open: (row, at) => {
      if (!show(row)) menu(row, at);
    },
    menu,
    layer: start !== null && (
      <Suspense fallback={null}>
        <ImageViewer
          images={pictures}
          start={start}
          isGone={({ sentAtMs }) => spans(timesOf(rows), sentAtMs, reach)}
          onClose={() => setStart(null)}
          onForward={(message) =>
            void navigate(
              forwardPage(rows.find((row) => row.msgId === message)?.conversation ?? NOWHERE, message),
            )
          }
        />
      </Suspense>
    ),
  };
}

/** Forwarding then leaves no chat out. */
const NOWHERE = '' as NonNullable<FileListRow['conversation']>;

const timesOf = (rows: readonly FileListRow[]) => rows.map(({ atMs }) => atMs);

const asImage = (row: FileListRow): ViewerImage => ({
  key: keyOf(row),
  src: row.src,
  name: wholeName(row),
  download: row.download || row.src,
  author: row.from.displayName,
  sentAtMs: row.atMs,
  message: row.msgId,
});

const ROLES = ['any', 'received', 'sent'] as const;
const KINDS = [0, 1, 2, 3, 4, 9] as const;
/** Whole rows of two, three, four and six tiles. */
const PAGE = 36;
const NONE: readonly FileListRow[] = [];

/** `/?view=files` Sent and received files of all chats by month, newest first (FILE-3). */
export default function FilesPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const [role, setRole] = useState<(typeof ROLES)[number]>('any');
  const [kind, setKind] = useState<FileCate | 0>(0);
  const [typed, setTyped] = useState('');
  const [keywords, lookNow] = usePaused(typed);
  const question = `${role} ${kind} ${keywords}`;
  const [page, turn] = usePageOf(question);
  const loaded = useLoad(`${page} ${question}`, () =>
    actions.files({ role, ...(kind === 0 ? {} : { cate: kind }), keywords, page, limit: PAGE }),
  );
  const all = loaded.value?.rows ?? NONE;
  const rows = useStore(
    (state) => all.filter(({ conversation, from }) => !isFolded(state, conversation, from.id)),
    sameItems,
  );
  const chats = [...new Set(rows.flatMap(({ conversation }) => conversation ?? []))];
  useFollow(chats, loaded.reload);
  const pages = Math.ceil((loaded.value?.total ?? 0) / PAGE);
  const handlers = useFileHandlers(rows, loaded.value === null ? NO_END : reachOfPage(page, pages));
  const nothing = keywords === '' ? t('files.none') : t('empty.found', { keywords });
  return (
    <Page surface bar={<TopBar title={t('nav.files')} />}>
      <div className={styles.column}>
        <div className={styles.head}>
          <SegmentedTabs
            block
            label={t('files.role')}
            value={role}
            onChange={setRole}
            items={ROLES.map((key) => ({ key, label: t(`files.${key}`) }))}
          />
          <SearchField
            label={t('files.search')}
            value={typed}
            maxLength={textLimits.keywordsMax}
            onValue={setTyped}
            onSubmit={lookNow}
          />
          <Kinds kind={kind} onKind={setKind} />
        </div>
        <div
          role="tabpanel"
          aria-label={t(`files.${role}`)}
          aria-busy={loaded.state === 'loading' || undefined}
        >
          {loaded.value === null && loaded.state === 'loading' && <SkeletonRows count={6} />}
          {loaded.value === null && loaded.state === 'failed' && (
            <EmptyBlock
              kind="network"
              text={failureText(t, loaded.failure)}
              action={<Button onClick={loaded.reload}>{t('common.retry')}</Button>}
            />
          )}
          {loaded.value !== null && rows.length === 0 && (
            <EmptyBlock kind={keywords === '' ? 'default' : 'found'} text={nothing} />
          )}
          {rows.length > 0 && <Months rows={rows} keywords={keywords} handlers={handlers} />}
          <Pager page={page} pages={pages} onPage={turn} />
        </div>
      </div>
      {handlers.layer}
    </Page>
  );
}

function Kinds({
  kind,
  onKind,
}: {
  readonly kind: FileCate | 0;
  readonly onKind: (kind: FileCate | 0) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.kinds} role="group" aria-label={t('files.kinds')}>
      {KINDS.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.kind}
          aria-pressed={kind === one}
          onClick={() => onKind(one)}
        >
          {t(`files.kind.${one}`)}
        </button>
      ))}
    </div>
  );
}

function Months({
  rows,
  keywords,
  handlers,
}: {
  readonly rows: readonly FileListRow[];
  readonly keywords: string;
  readonly handlers: ReturnType<typeof useFileHandlers>;
}) {
  const { language } = useTranslation();
  const months = new Map<string, FileListRow[]>();
  for (const row of rows) {
    const month = longDate(language, 'month', row.atMs);
    months.set(month, [...(months.get(month) ?? []), row]);
  }
  return [...months].map(([month, files]) => (
    <section key={month} aria-label={month}>
      <h2 className={styles.month}>{month}</h2>
      <ul className={styles.tiles}>
        {files.map((row) => (
          <FileTile
            key={keyOf(row)}
            row={row}
            keywords={keywords}
            onOpen={(at) => handlers.open(row, at)}
            onMenu={(at) => handlers.menu(row, at)}
          />
        ))}
      </ul>
    </section>
  ));
}

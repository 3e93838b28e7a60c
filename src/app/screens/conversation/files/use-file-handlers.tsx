import { ExternalLink, FileDown, Forward, MessageSquareShare } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from '../../../kit/navigation.ts';
import { lazyAside } from '../../../kit/lazy-aside.ts';
import type { FileListRow } from '../../../../client/interface/files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type MenuItem, type MenuPlace, useMenu } from '../../../kit/menu.tsx';
import { saveAs } from '../../../platform/save.ts';
import { openOutside } from '../../../platform/device.ts';
import { chatAt, forwardPage, videoPage } from '../use-media.tsx';
import type { ViewerImage } from '../viewer/image-viewer.tsx';
import { type Reach, spans } from '../viewer/reach.ts';
import { wholeName } from './file-line.tsx';

const ImageViewer = lazyAside(() => import('../viewer/image-viewer.tsx'));
const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;
const PICTURES = 2;
const VIDEOS = 4;

export interface FileHandlers {
  /** Pictures and videos open at once; other files show a menu. */
  readonly open: (row: FileListRow, at: MenuPlace) => void;
  readonly menu: (row: FileListRow, at: MenuPlace) => void;
  readonly layer: ReactNode;
}

const keyOf = ({ fileId, msgId }: FileListRow): string => `${fileId} ${msgId}`;

export function useFileHandlers(rows: readonly FileListRow[], reach: Reach): FileHandlers {
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
        run: () => void (show(row) || openOutside(preview)),
      });
    items.push({
      key: 'save',
      label: t('media.download'),
      icon: <FileDown {...icon} />,
      run: () => saveAs(row.download || row.src, wholeName(row)),
    });
    if (msgId !== null && conversation !== null)
      items.push(
        {
          key: 'send',
          label: t('files.sendTo'),
          icon: <Forward {...icon} />,
          run: () => void navigate(forwardPage(conversation, msgId)),
        },
        {
          key: 'show',
          label: t('files.show'),
          icon: <MessageSquareShare {...icon} />,
          run: () => void navigate(chatAt(conversation, msgId)),
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

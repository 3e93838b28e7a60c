import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { foldersOf } from '../../../client/state/kept-shown.ts';
import type { Folder } from '../../../domain/kept.ts';
import { keptLimits as limits } from '../../../domain/kept-limits.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { Page } from '../../kit/page.tsx';
import { Row, RowList } from '../../kit/row.tsx';
import { useAsk } from '../../kit/use-ask.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { TopBar } from '../../shared/top-bar.tsx';
import { FolderSheet, newFolder } from './folder-sheet.tsx';
import styles from './folders.module.css';

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** `/pages/mine/folders` Creates, renames, sorts and deletes folders (FOLDER-4). */
export default function FoldersPage() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const ask = useAsk();
  const folders = useStore(foldersOf);
  const [edited, setEdited] = useState<Folder | null>(null);
  const keep = (list: readonly Folder[]) => void actions.keepFolders(list);
  const move = (at: number, by: 1 | -1) => {
    const [one, rest] = [folders[at], folders.filter((_, index) => index !== at)];
    if (one) keep([...rest.slice(0, at + by), one, ...rest.slice(at + by)]);
  };
  const remove = async (folder: Folder) => {
    const sure = await ask({
      title: t('folders.deleteTitle', { name: folder.name }),
      text: t('folders.deleteText'),
      confirm: t('common.delete'),
      danger: true,
    });
    if (sure) keep(folders.filter(({ id }) => id !== folder.id));
  };
  return (
    <Page cards bar={<TopBar title={t('title.folders')} />}>
      {folders.length === 0 ? (
        <EmptyBlock text={t('folders.none')} />
      ) : (
        <RowList>
          {folders.map((folder, at) => (
            <FolderRow
              key={folder.id}
              folder={folder}
              isFirst={at === 0}
              isLast={at === folders.length - 1}
              onOpen={() => setEdited(folder)}
              onMove={(by) => move(at, by)}
              onDelete={() => void remove(folder)}
            />
          ))}
        </RowList>
      )}
      <div className={styles.add}>
        <Button
          kind="primary"
          disabled={folders.length >= limits.foldersMax}
          onClick={() => setEdited(newFolder())}
        >
          {t('folders.new')}
        </Button>
      </div>
      <FolderSheet
        folder={edited}
        onClose={() => setEdited(null)}
        onKeep={(folder) =>
          keep(
            folders.some(({ id }) => id === folder.id)
              ? folders.map((one) => (one.id === folder.id ? folder : one))
              : [...folders, folder],
          )
        }
      />
    </Page>
  );
}

function FolderRow({
  folder: { name },
  isFirst,
  isLast,
  onOpen,
  onMove,
  onDelete,
}: {
  readonly folder: Folder;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onOpen: () => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onDelete: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Row
      title={
        <button type="button" className={styles.open} onClick={onOpen}>
          {name}
        </button>
      }
      end={
        <span className={styles.ends}>
          <IconButton small disabled={isFirst} label={t('folders.up', { name })} onClick={() => onMove(-1)}>
            <ArrowUp {...icon} />
          </IconButton>
          <IconButton small disabled={isLast} label={t('folders.down', { name })} onClick={() => onMove(1)}>
            <ArrowDown {...icon} />
          </IconButton>
          <IconButton small label={t('folders.delete', { name })} onClick={onDelete}>
            <Trash2 {...icon} />
          </IconButton>
        </span>
      }
    />
  );
}

import { useEffect } from 'react';
import { folderCounts, folderRows } from '../../../client/state/folder-selectors.ts';
import { foldersOf } from '../../../client/state/kept-shown.ts';
import type { ListFilter } from '../../../client/state/selectors.ts';
import type { Contact, State } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SegmentedTabs, type TabItem } from '../../kit/segmented-tabs.tsx';
import { useStore } from '../../shared/client-context.ts';
import styles from './folders.module.css';

/** The open folder, and a filter for its chats. */
export interface OpenFolder {
  readonly id: string;
  readonly rows: (state: State) => readonly Contact[];
}

const FOLDER = 'folder ';

const opened = (id: string): OpenFolder => ({
  id,
  rows: (state) => {
    const match = foldersOf(state).find((one) => one.id === id);
    return match ? folderRows(state, match) : NOTHING;
  },
});
const NOTHING: readonly Contact[] = [];

/** The filters of the list, and a tab for each folder behind them (FOLDER-2). */
export default function FolderTabs({
  items,
  filter,
  folder,
  onFilter,
  onFolder,
}: {
  readonly items: readonly TabItem<ListFilter>[];
  readonly filter: ListFilter;
  readonly folder: OpenFolder | null;
  readonly onFilter: (filter: ListFilter) => void;
  readonly onFolder: (folder: OpenFolder | null) => void;
}) {
  const { t } = useTranslation();
  const folders = useStore(foldersOf);
  const counts = useStore(folderCounts);
  // It was deleted, here or on another device.
  const isGone = folder !== null && !folders.some(({ id }) => id === folder.id);
  useEffect(() => {
    if (isGone) onFolder(null);
  }, [isGone, onFolder]);
  return (
    <div className={styles.tabs}>
      <SegmentedTabs<string>
        label={t('home.tabs')}
        value={folder === null ? filter : FOLDER + folder.id}
        onChange={(key) => {
          const selected = items.find((item) => item.key === key);
          onFolder(selected ? null : opened(key.slice(FOLDER.length)));
          if (selected) onFilter(selected.key);
        }}
        items={[
          ...items,
          ...folders.map(({ id, name }, at) => ({ key: FOLDER + id, label: name, count: counts[at] ?? 0 })),
        ]}
      />
    </div>
  );
}

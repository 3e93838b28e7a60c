import { CheckCheck } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { InboxEntry } from '../../../domain/inbox.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { moveFocus } from '../../kit/move-focus.ts';
import { Page } from '../../kit/page.tsx';
import { SegmentedTabs } from '../../kit/segmented-tabs.tsx';
import { Spinner } from '../../kit/spinner.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import styles from './inbox.module.css';
import { InboxRow } from './inbox-row.tsx';
import { useInbox } from './use-inbox.ts';

type Filter = 'all' | 'unread';

/** Shows the messages that concern the user in all chats, newest first (INBOX-6). */
export default function InboxPage() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<Filter>('all');
  const inbox = useInbox();
  const unread = inbox.entries.filter(({ isUnread }) => isUnread);
  const entries = filter === 'all' ? inbox.entries : unread;
  const items = [
    { key: 'all', label: t('inbox.all'), count: inbox.entries.length },
    { key: 'unread', label: t('inbox.unread'), count: unread.length },
  ] as const;
  const finishAll = (
    <IconButton
      label={t('inbox.finishAll')}
      disabled={entries.length === 0}
      onClick={() => inbox.finish(entries)}
    >
      <CheckCheck size={22} strokeWidth={1.75} aria-hidden="true" />
    </IconButton>
  );
  return (
    <Page surface bar={<TopBar title={t('title.inbox')} back end={finishAll} />}>
      <div className={styles.column}>
        <div className={styles.tabs}>
          <SegmentedTabs<Filter> label={t('inbox.tabs')} value={filter} onChange={setFilter} items={items} />
        </div>
        {inbox.problem !== null && (
          <p className={styles.problem} role="alert">
            {inbox.problem} <Button onClick={inbox.reload}>{t('common.retry')}</Button>
          </p>
        )}
        {inbox.isLoading ? (
          <p className={styles.waiting}>
            <Spinner size={20} />
          </p>
        ) : (
          <Entries entries={entries} filter={filter} isWhole={inbox.problem === null} onDone={inbox.finish} />
        )}
      </div>
    </Page>
  );
}

/** The rows: arrow keys move along them, E marks one as done, Shift with E all of them. */
function Entries({
  entries,
  filter,
  isWhole,
  onDone,
}: {
  readonly entries: readonly InboxEntry[];
  readonly filter: Filter;
  readonly isWhole: boolean;
  readonly onDone: (entries: readonly InboxEntry[]) => void;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const finish = (entry: InboxEntry) => {
    focusBeside(list.current, entry.msgId);
    onDone([entry]);
  };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    moveFocus(event);
    if (event.key.toLowerCase() !== 'e' || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = (event.target as HTMLElement).closest('li')?.querySelector<HTMLElement>('[data-row]');
    const entry = entries.find(({ msgId }) => String(msgId) === row?.dataset['row']);
    event.preventDefault();
    if (event.shiftKey) {
      list.current?.focus();
      onDone(entries);
    } else if (entry !== undefined) finish(entry);
  };
  const none = t(filter === 'all' ? 'inbox.none' : 'inbox.noneUnread');
  return (
    <div
      ref={list}
      role="tabpanel"
      tabIndex={-1}
      aria-label={t('title.inbox')}
      className={styles.list}
      onKeyDown={onKey}
    >
      {entries.length === 0 && isWhole && <EmptyBlock text={none} />}
      <ul>
        {entries.map((entry) => (
          <InboxRow key={entry.msgId} entry={entry} onDone={() => finish(entry)} />
        ))}
      </ul>
    </div>
  );
}

/** Keeps the place of a user at the keyboard: the focus moves to the row beside, or to the list. */
function focusBeside(list: HTMLElement | null, id: number): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex((row) => row.dataset['row'] === String(id));
  (rows[at + 1] ?? rows[at - 1] ?? list)?.focus();
}

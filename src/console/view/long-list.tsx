import { useId, useState } from 'react';
import styles from './table.module.css';
import { useConsole } from './context.ts';
import { Pages, Shown, Table } from './parts.tsx';
import type { Column, SortOrder } from './parts.tsx';
import { useShow } from './use-show.ts';

const PAGE = 50;

/** State of a list: search text, order, and page. */
interface Wanted {
  readonly find: string;
  readonly by: SortOrder;
  readonly page: number;
}

const FIRST_PAGE: Wanted = { find: '', by: 'number', page: 1 };

interface FinderProps {
  readonly query: Wanted;
  readonly onWanted: (query: Wanted) => void;
}

function Finder({ query, onWanted }: FinderProps) {
  const { t } = useConsole();
  const [typed, setTyped] = useState(query.find);
  const [find, order] = [useId(), useId()];
  return (
    <form
      role="search"
      className={styles.finder}
      onSubmit={(event) => {
        event.preventDefault();
        onWanted({ ...query, find: typed, page: 1 });
      }}
    >
      <label htmlFor={find}>{t('find')}</label>
      <input
        id={find}
        type="search"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="submit">{t('find')}</button>
      <span className={styles.order}>
        <label htmlFor={order}>{t('order')}</label>
        <select
          id={order}
          value={query.by}
          onChange={(event) =>
            onWanted({ ...query, by: event.target.value === 'room' ? 'room' : 'number', page: 1 })
          }
        >
          <option value="number">{t('byNumber')}</option>
          <option value="room">{t('byRoom')}</option>
        </select>
      </span>
    </form>
  );
}

interface ListProps<T> {
  readonly part: 'people' | 'groups';
  readonly columns: readonly Column<T>[];
  /** A new value reloads the list. */
  readonly round: number;
}

/** A list that is too long for one page: searched on the server, page by page. */
export function LongList<T extends { readonly id: number }>({ part, columns, round }: ListProps<T>) {
  const { t } = useConsole();
  const [query, setQuery] = useState(FIRST_PAGE);
  const loaded = useShow<{ readonly rows: readonly T[]; readonly total: number }>(part, { ...query }, round);
  return (
    <>
      <Finder query={query} onWanted={setQuery} />
      <Shown of={loaded}>
        {({ rows, total }) => (
          <>
            <Table
              name={t(part)}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              serverOrder={
                total > rows.length
                  ? { by: query.by, onOrder: (by) => setQuery({ ...query, by, page: 1 }) }
                  : undefined
              }
              empty={query.find === '' && part === 'groups' ? 'noGroups' : 'notFound'}
            />
            <Pages
              page={query.page}
              total={total}
              size={PAGE}
              onPage={(page) => setQuery({ ...query, page })}
            />
          </>
        )}
      </Shown>
    </>
  );
}

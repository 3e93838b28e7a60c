import { type ReactNode, useState } from 'react';
import { pathTo } from '../../app/paths/paths.ts';
import type { TextKey } from './context.ts';
import { useConsole } from './context.ts';
import tables from './table.module.css';
import type { Loaded } from './use-show.ts';

interface LoadedProps<T> {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ReactNode;
}

/** Loaded content, or the reason why it is missing. */
export function Shown<T>({ of, children }: LoadedProps<T>) {
  const { t } = useConsole();
  switch (of.kind) {
    case 'data':
      return children(of.data);
    case 'loading':
      return <p role="status">{t('loading')}</p>;
    case 'signedOut':
      return (
        <p role="alert">
          {t('signedOut')}{' '}
          <a href={`/#${pathTo('login', { redirect: `/admin${window.location.hash}` })}`}>{t('toLogin')}</a>
        </p>
      );
    case 'refused':
    case 'unproved':
      return <p role="alert">{of.reason}</p>;
    case 'noSecondStep':
      return (
        <p role="alert">
          {of.reason}. <a href={`/#${pathTo('secure', { view: 'second' })}`}>{t('toSecondStep')}</a>
        </p>
      );
    case 'away':
      return <p role="alert">{t('away')}</p>;
  }
}

export interface Column<T> {
  readonly title: string;
  readonly render: (row: T) => ReactNode;
  /** Numbers are right-aligned. */
  readonly isNumber?: true;
  /** Rows are sorted by it when its head is pressed. */
  readonly sortBy?: (row: T) => string | number;
  /** The order in which the server sorts a list of several pages. */
  readonly order?: SortOrder;
  /** Commands for the row, at its end; the head is for screen readers only. */
  readonly isActions?: true;
}

export type SortOrder = 'number' | 'room';

/** The server's order of a list that has more rows than these. */
interface ServerOrder {
  readonly by: SortOrder;
  readonly onOrder: (by: SortOrder) => void;
}

interface TableProps<T> {
  readonly name: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
  /** Shown instead of an empty table. */
  readonly empty?: TextKey;
  readonly serverOrder?: ServerOrder | undefined;
}

interface Sorting {
  readonly title: string;
  readonly isBackwards: boolean;
}

type AriaSort = 'ascending' | 'descending' | undefined;

function useSorting<T>({ columns, rows, serverOrder }: TableProps<T>) {
  const { language } = useConsole();
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const sortBy = columns.find(({ title }) => title === sorting?.title)?.sortBy;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const order = (a: T, b: T): number => {
    const [x, y] = [sortBy?.(a) ?? 0, sortBy?.(b) ?? 0];
    return typeof x === 'number' && typeof y === 'number' ? x - y : compare(String(x), String(y));
  };
  const sorted = sorting === null || serverOrder ? rows : rows.toSorted(order);
  const press = ({ title, order: by }: Column<T>) =>
    serverOrder
      ? by && serverOrder.onOrder(by)
      : setSorting({ title, isBackwards: sorting?.title === title && !sorting.isBackwards });
  const isSortable = ({ order: by, sortBy: value }: Column<T>) => (serverOrder ? by : value) !== undefined;
  const directionOf = ({ title, order: by }: Column<T>): AriaSort => {
    if (serverOrder) return by === serverOrder.by ? (by === 'room' ? 'descending' : 'ascending') : undefined;
    return sorting?.title === title ? (sorting.isBackwards ? 'descending' : 'ascending') : undefined;
  };
  return {
    rows: sorting?.isBackwards && !serverOrder ? sorted.toReversed() : sorted,
    press,
    isSortable,
    directionOf,
  };
}

const ARROWS = { ascending: ' ↑', descending: ' ↓', none: '' } as const;

const classOf = <T,>({ isNumber, isActions }: Column<T>): string | undefined =>
  isNumber === true || isActions === true ? tables.number : undefined;

/**
 * On narrow screens each row is a card, and its cells show their column names. A press on a head sorts
 * (CONSOLE-16).
 */
export function Table<T>(props: TableProps<T>) {
  const { name, columns, keyOf, empty = 'none' } = props;
  const { t } = useConsole();
  const { rows, press, isSortable, directionOf } = useSorting(props);
  if (rows.length === 0) return <p className={tables.empty}>{t(empty)}</p>;
  return (
    <table className={tables.table}>
      <caption className={tables.hidden}>{name}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" className={classOf(column)} aria-sort={directionOf(column)}>
              {isSortable(column) ? (
                <button type="button" onClick={() => press(column)}>
                  {column.title}
                  <span aria-hidden="true">{ARROWS[directionOf(column) ?? 'none']}</span>
                </button>
              ) : (
                <span className={column.isActions === true ? tables.hidden : undefined}>{column.title}</span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.title} data-title={column.title} className={classOf(column)}>
                {cellOf(column.render(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names and addresses have their own direction (UI-126). */
const cellOf = (content: ReactNode): ReactNode =>
  typeof content === 'string' ? <bdi>{content}</bdi> : content;

interface PagesProps {
  readonly page: number;
  readonly total: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
}

export function Pages({ page, total, size, onPage }: PagesProps) {
  const { t } = useConsole();
  const pages = Math.max(1, Math.ceil(total / size));
  if (total === 0) return null;
  return (
    <div className={tables.pages}>
      <span>{t('total', { count: total })}</span>
      {pages > 1 && (
        <>
          <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('before')}
          </button>
          <span>{t('page', { page, pages })}</span>
          <button type="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('after')}
          </button>
        </>
      )}
    </div>
  );
}

import type { ReactNode } from 'react';
import { pathTo } from '../../app/paths/paths.ts';
import type { TextKey } from '../texts/en.ts';
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
}

interface TableProps<T> {
  readonly name: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
  /** Shown instead of an empty table. */
  readonly empty?: TextKey;
}

/** On narrow screens each row is a card, and its cells show their column names. */
export function Table<T>({ name, columns, rows, keyOf, empty = 'none' }: TableProps<T>) {
  const { t } = useConsole();
  if (rows.length === 0) return <p className={tables.empty}>{t(empty)}</p>;
  return (
    <table className={tables.table}>
      <caption className={tables.hidden}>{name}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" className={isNumber === true ? tables.number : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, render, isNumber }) => (
              <td key={title} data-title={title} className={isNumber === true ? tables.number : undefined}>
                {render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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

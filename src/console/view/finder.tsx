import { useId, useState } from 'react';
import styles from './console.module.css';
import { useConsole } from './context.ts';

/** Of a list: what is looked for, in which order, and which page of it. */
export interface Wanted {
  readonly find: string;
  readonly by: 'number' | 'room';
  readonly page: number;
}

export const FIRST_PAGE: Wanted = { find: '', by: 'number', page: 1 };

interface Props {
  readonly wanted: Wanted;
  readonly onWanted: (wanted: Wanted) => void;
}

export function Finder({ wanted, onWanted }: Props) {
  const { t } = useConsole();
  const [typed, setTyped] = useState(wanted.find);
  const [find, order] = [useId(), useId()];
  return (
    <form
      role="search"
      className={styles.finder}
      onSubmit={(event) => {
        event.preventDefault();
        onWanted({ ...wanted, find: typed, page: 1 });
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
      <label htmlFor={order}>{t('order')}</label>
      <select
        id={order}
        value={wanted.by}
        onChange={(event) =>
          onWanted({ ...wanted, by: event.target.value === 'room' ? 'room' : 'number', page: 1 })
        }
      >
        <option value="number">{t('byNumber')}</option>
        <option value="room">{t('byRoom')}</option>
      </select>
    </form>
  );
}

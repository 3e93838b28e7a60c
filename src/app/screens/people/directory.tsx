import { useState } from 'react';
import type { PersonCard } from '../../../client/interface/client.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useClient } from '../../shared/client-context.ts';
import { failureText } from '../../shared/failure-text.ts';
import { useLoad } from '../../shared/use-load.ts';
import styles from './people.module.css';

interface Names {
  readonly rows: readonly PersonCard[];
  readonly next: number | null;
}

export interface Directory {
  readonly rows: readonly PersonCard[];
  readonly isLoading: boolean;
  /** There may be others behind these. */
  readonly goesOn: boolean;
  readonly busy: boolean;
  /** The reason why loading more failed. */
  readonly problem: string;
  readonly more: () => void;
}

/** Users matching a text, page by page; empty if the server has no directory (DIR-3). */
export function useDirectory(words: string): Directory {
  const { t } = useTranslation();
  const { actions } = useClient();
  const first = useLoad(`names ${words}`, () => actions.directory(words, 0));
  const [later, setLater] = useState<readonly Names[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const pages = first.value === null ? [] : [first.value, ...later];
  const next = pages.at(-1)?.next ?? null;
  const more = async () => {
    if (next === null || busy) return;
    setBusy(true);
    const answer = await actions.directory(words, next);
    setBusy(false);
    setProblem(answer.ok ? '' : failureText(t, answer.reason));
    if (answer.ok) setLater((before) => [...before, answer.value]);
  };
  return {
    rows: pages.flatMap(({ rows }) => rows),
    isLoading: first.state === 'loading',
    goesOn: next !== null,
    busy,
    problem,
    more: () => void more(),
  };
}

export function MoreNames({ directory }: { readonly directory: Directory }) {
  const { t } = useTranslation();
  if (!directory.goesOn) return null;
  return (
    <div className={styles.pager}>
      {directory.problem !== '' && (
        <p className={styles.refused} role="alert">
          {directory.problem}
        </p>
      )}
      <Button busy={directory.busy} onClick={directory.more}>
        {t('common.showMore')}
      </Button>
    </div>
  );
}

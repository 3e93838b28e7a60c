import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { VirtualList } from '../../../kit/virtual-list.tsx';
import { namesakes } from '../../../shared/namesakes.ts';
import { CandidateRow } from './candidate-row.tsx';
import { Chips } from './chips.tsx';
import { type Candidate, type CandidateSection, searched } from './modes.ts';
import styles from './selection.module.css';

/** Search, selected entries, and rows to choose from. The owner decides who may be chosen and how many. */
export function Picker({
  sections,
  chosen,
  onToggle,
  empty,
}: {
  readonly sections: readonly CandidateSection[];
  readonly chosen: readonly Candidate[];
  readonly onToggle: (one: Candidate) => void;
  /** Text without any candidates. */
  readonly empty: string;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const visible = searched(sections, typed);
  const usernames = useUsernames(sections);
  const first = visible.flatMap((section) => section.candidates).find((one) => one.barred === null);
  const lines = visible.flatMap((section): readonly Line[] => [
    { heading: section.title },
    ...section.candidates,
  ]);
  const pickFirst = () => {
    if (typed.trim() === '' || !first) return;
    onToggle(first);
    setTyped('');
  };
  const onKey = (event: KeyboardEvent) => {
    const last = chosen.at(-1);
    if (event.key === 'Backspace' && typed === '' && last) onToggle(last);
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    box.current?.querySelector<HTMLElement>('[data-row]')?.focus();
  };
  return (
    <div className={styles.picker}>
      <div className={styles.search}>
        <SearchField
          label={t('sel.search')}
          value={typed}
          onValue={setTyped}
          onSubmit={pickFirst}
          onKeyDown={onKey}
        />
      </div>
      <Chips chosen={chosen} onUnpick={onToggle} />
      <div ref={box} className={styles.list}>
        {lines.length === 0 ? (
          <EmptyBlock
            kind={typed === '' ? 'contacts' : 'found'}
            text={typed === '' ? empty : t('empty.found', { keywords: typed })}
          />
        ) : (
          <VirtualList label={t('title.userSelection')} itemPx={60}>
            {lines.map((line) =>
              'heading' in line ? (
                <h2 key={`# ${line.heading}`} className={styles.letter}>
                  {line.heading}
                </h2>
              ) : (
                <CandidateRow
                  key={line.id}
                  one={line}
                  username={usernames.get(line.id)}
                  checked={chosen.some((other) => other.id === line.id)}
                  onToggle={onToggle}
                />
              ),
            )}
          </VirtualList>
        )}
      </div>
    </div>
  );
}

/** Usernames of candidates whose name is not unique. */
const useUsernames = (sections: readonly CandidateSection[]): ReadonlyMap<string, string> =>
  useMemo(
    () =>
      namesakes(
        sections.flatMap(({ candidates }) =>
          candidates.flatMap((one) => (one.account === undefined ? [] : { ...one, account: one.account })),
        ),
      ),
    [sections],
  );

type Line = Candidate | { readonly heading: string };

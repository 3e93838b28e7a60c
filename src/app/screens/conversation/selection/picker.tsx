import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EmptyBlock } from '../../../kit/empty-block.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { VirtualList } from '../../../kit/virtual-list.tsx';
import { namesakes } from '../../../shared/namesakes.ts';
import { Check, X } from 'lucide-react';
import { Avatar } from '../../../kit/avatar.tsx';
import { cx } from '../../../kit/class-names.ts';
import { Username } from '../../../shared/username.tsx';
import { type Candidate, type CandidateSection, searched } from './modes.ts';
import styles from './selection.module.css';

/** Search, selected entries, and rows to choose from. The owner decides who may be chosen and how many. */
export function Picker({
  sections,
  selection,
  onToggle,
  empty,
}: {
  readonly sections: readonly CandidateSection[];
  readonly selection: readonly Candidate[];
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
    const last = selection.at(-1);
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
      <Chips selection={selection} onUnpick={onToggle} />
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
                  checked={selection.some((other) => other.id === line.id)}
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

function CandidateRow({
  one,
  username,
  checked,
  onToggle,
}: {
  readonly one: Candidate;
  /** Shown if another candidate has the same name. */
  readonly username?: string | undefined;
  readonly checked: boolean;
  readonly onToggle: (one: Candidate) => void;
}) {
  const { t } = useTranslation();
  const barred = one.barred !== null;
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked || barred}
      aria-disabled={barred || undefined}
      data-row=""
      className={cx(styles.row, barred && styles.barred)}
      onClick={() => !barred && onToggle(one)}
    >
      <span className={cx(styles.check, (checked || barred) && styles.checked)}>
        <Check size={14} strokeWidth={3} aria-hidden="true" />
      </span>
      <Avatar id={one.id} name={one.name} src={one.avatar} size={40} />
      <span className={styles.name} title={one.name}>
        <bdi>{one.name}</bdi>
        <Username of={username} />
        {one.group && <span className={styles.suffix}>{t('group.suffix')}</span>}
      </span>
      {barred && <span className={styles.note}>{t('sel.present')}</span>}
    </button>
  );
}

/** The chosen ones; a press takes one back. The newest stays in view. */
function Chips({
  selection,
  onUnpick,
}: {
  readonly selection: readonly Candidate[];
  readonly onUnpick: (one: Candidate) => void;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (selection.length > 0) list.current?.scrollTo({ left: list.current.scrollWidth });
  }, [selection.length]);
  // Their room is there from the start, so that no row moves under the pointer (UI-154).
  if (selection.length === 0) return <p className={styles.noChips}>{t('sel.noneChosen')}</p>;
  return (
    <ul ref={list} className={styles.chips} aria-label={t('sel.chosen')}>
      {selection.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('sel.unpick', { name: one.name })}
            onClick={() => onUnpick(one)}
          >
            <Avatar id={one.id} name={one.name} src={one.avatar} size={24} />
            <span className={styles.chipName} dir="auto">
              {one.name}
            </span>
            <X size={14} strokeWidth={2} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}

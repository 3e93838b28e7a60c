import { FileText, Image, Link2, Mic, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { type SearchKind, SEARCH_KINDS } from '../../../domain/search-filter.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { IconTile } from '../../kit/icon-tile.tsx';
import { useStore } from '../client-context.ts';
import { contactName } from '../contact-name.ts';
import { Month } from '../days/day-picker.tsx';
import { Highlight } from '../highlight.tsx';
import styles from './rows.module.css';
import type { NarrowedSearch, Narrowing } from './use-narrowing.ts';
import { folded } from '../../../domain/search-words.ts';

const ICONS: Readonly<Record<SearchKind, typeof Image>> = {
  image: Image,
  video: Video,
  voice: Mic,
  file: FileText,
  link: Link2,
};

type Begun = NonNullable<NarrowedSearch['unfinished']>;

/** Suggested values of the operator that is being typed (SEARCH-15). */
export function Suggestions({
  search,
  unfinished,
  onPicked,
}: {
  readonly search: NarrowedSearch;
  readonly unfinished: Begun;
  readonly onPicked: () => void;
}) {
  const { operator } = unfinished;
  const pick = <K extends typeof operator>(value: Narrowing[K]) => {
    search.choose(operator, value);
    onPicked();
  };
  if (operator === 'has') return <Kinds unfinished={unfinished} onKind={pick} />;
  if (operator === 'after' || operator === 'before') return <Month onDay={pick} />;
  return <Entries search={search} unfinished={unfinished} onPicked={onPicked} />;
}

function Kinds({
  unfinished,
  onKind,
}: {
  readonly unfinished: Begun;
  readonly onKind: (kind: SearchKind) => void;
}) {
  const { t } = useTranslation();
  const typed = folded(unfinished.value);
  const fitting = SEARCH_KINDS.filter((kind) =>
    [kind, folded(t(`filter.${kind}`))].some((word) => word.startsWith(typed)),
  );
  return (
    <ul>
      {(fitting.length > 0 ? fitting : SEARCH_KINDS).map((kind) => (
        <Choice key={kind} onPick={() => onKind(kind)}>
          <IconTile icon={ICONS[kind]} />
          <span className={styles.name}>{t(`filter.${kind}`)}</span>
        </Choice>
      ))}
    </ul>
  );
}

function Entries({
  search,
  unfinished,
  onPicked,
}: {
  readonly search: NarrowedSearch;
  readonly unfinished: Begun;
  readonly onPicked: () => void;
}) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  const { operator, entries } = unfinished;
  const typed = unfinished.value.trim();
  const me = t('filter.me');
  const offersMe = operator === 'from' && self !== null && folded(me).startsWith(folded(typed));
  if (entries.length === 0 && !offersMe)
    return <EmptyBlock kind="found" text={t('filter.nobody', { words: typed })} />;
  return (
    <ul>
      {offersMe && (
        <Choice
          onPick={() => {
            search.chooseMe();
            onPicked();
          }}
        >
          <Avatar id={self.id} name={self.realname} src={self.avatar} size={40} />
          <span className={styles.name}>{me}</span>
        </Choice>
      )}
      {entries.map((entry) => (
        <Choice
          key={entry.id}
          onPick={() => {
            search.chooseEntry(entry);
            onPicked();
          }}
        >
          <Avatar id={entry.id} name={contactName(t, entry)} src={entry.avatar} size={40} />
          <span className={styles.name} dir="auto">
            <Highlight text={contactName(t, entry)} keywords={typed} />
          </span>
        </Choice>
      ))}
    </ul>
  );
}

const Choice = ({ onPick, children }: { readonly onPick: () => void; readonly children: ReactNode }) => (
  <li>
    <button type="button" className={styles.row} data-row onClick={onPick}>
      {children}
    </button>
  </li>
);

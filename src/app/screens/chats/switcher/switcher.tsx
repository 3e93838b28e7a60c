import type { TFunction } from 'i18next';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNavigate } from '../../../kit/navigation.ts';
import { rows } from '../../../../client/state/selectors.ts';
import { addressBook, type Entry, groupList, sharedContacts } from '../../../../client/state/address-book.ts';
import type { State } from '../../../../client/state/state.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Avatar } from '../../../kit/avatar.tsx';
import { sameItems, useStore } from '../../../shared/client-context.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { Highlight } from '../../../shared/highlight.tsx';
import { namesakesAmong } from '../../../shared/namesakes.ts';
import { Username } from '../../../shared/username.tsx';
import { matchesShown } from '../../../shared/match.ts';
import DialogFrame from '../../../kit/overlays/dialog-frame.tsx';
import { useWide } from '../../../kit/use-media.ts';
import { pathTo } from '../../../paths/paths.ts';
import styles from './switcher.module.css';

const SHOWN_MAX = 8;

/** Chats in their order first, then people, groups and the chats of every user without messages (NOTES-1). */
function candidates(t: TFunction, state: State, typed: string): readonly Entry[] {
  const hits = new Map<string, Entry>();
  const from: readonly (readonly Entry[])[] = [
    rows(state),
    groupList(state),
    sharedContacts(state),
    typed.trim() === '' ? [] : addressBook(state).flatMap(({ contacts }) => contacts),
  ];
  for (const one of from.flat()) {
    if (hits.size >= SHOWN_MAX) break;
    if (matchesShown(t, one, typed)) hits.set(one.id, one);
  }
  return [...hits.values()];
}

/** The typed text, its results, and the one selected with the arrow keys. */
function useSwitching(list: string, onClose: () => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const hits = useStore((state) => candidates(t, state, typed), sameItems);
  const searchAt = typed.trim() === '' ? -1 : hits.length;
  const count = hits.length + (searchAt === -1 ? 0 : 1);
  const active = Math.min(at, Math.max(0, count - 1));
  const go = (index: number) => {
    const contact = hits[index];
    onClose();
    if (contact) void navigate(pathTo('chat', { id: contact.id }));
    else if (index === searchAt) void navigate(pathTo('search', { type: 1, keywords: typed.trim() }));
  };
  const onKey = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      return setAt((to + count) % Math.max(1, count));
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (count > 0) go(active);
  };
  const option = (index: number) => ({
    id: idOf(index),
    role: 'option',
    'aria-selected': index === active,
    onClick: () => go(index),
    onPointerMove: () => setAt(index),
  });
  const idOf = (index: number) => `${list} ${index}`;
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      setAt(0);
    },
    hits: hits,
    searchAt,
    activeId: count > 0 ? idOf(active) : undefined,
    onKey,
    option,
  };
}

/** Ctrl or Cmd + K: type a few letters and Enter to open a chat. */
export default function Switcher({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const wide = useWide();
  const list = useId();
  const { typed, type, hits, searchAt, activeId, onKey, option } = useSwitching(list, onClose);
  const usernames = namesakesAmong(hits);
  return (
    <DialogFrame open onClose={onClose} title={t('switcher.title')} bare shape={wide ? 'dialog' : 'sheet'}>
      <div className={styles.switcher}>
        <input
          autoFocus
          className={styles.box}
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={activeId}
          aria-label={t('switcher.hint')}
          placeholder={t('switcher.hint')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKey}
        />
        <div id={list} role="listbox" aria-label={t('switcher.title')} className={styles.list}>
          {hits.map((one, index) => (
            <div key={one.id} className={styles.option} {...option(index)}>
              <Avatar id={one.id} name={contactName(t, one)} src={one.avatar} size={32} />
              <span className={styles.name} dir="auto">
                <Highlight text={contactName(t, one)} keywords={typed} />
                <Username of={usernames.get(one.id)} />
              </span>
            </div>
          ))}
          {searchAt !== -1 && (
            <div className={styles.option} {...option(searchAt)}>
              <span className={styles.icon}>
                <Search size={18} strokeWidth={1.75} aria-hidden="true" />
              </span>
              <span className={styles.name}>{t('switcher.search', { keywords: typed.trim() })}</span>
            </div>
          )}
        </div>
        <p className={styles.keys}>{t('switcher.keys')}</p>
      </div>
    </DialogFrame>
  );
}

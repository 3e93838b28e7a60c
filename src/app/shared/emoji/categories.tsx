import type { EmojiData } from 'frimousse';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { schedule } from '../../platform/time.ts';
import styles from './emoji-panel.module.css';

/** One emoji for each group of the picker, in its order, and the name of its text. */
const GROUPS = [
  ['😀', 'smileys'],
  ['👋', 'people'],
  ['🐻', 'animals'],
  ['🍎', 'food'],
  ['✈️', 'travel'],
  ['⚽', 'activities'],
  ['💡', 'objects'],
  ['🔣', 'symbols'],
  ['🏁', 'flags'],
] as const;

/** The data of emoji has no names of groups in some languages of the app. */
export const withGroupNames = (data: EmojiData, t: TFunction): EmojiData => ({
  ...data,
  categories: data.categories.map((category, at) => {
    const name = GROUPS[at]?.[1];
    return name === undefined ? category : { ...category, label: t(`emoji.group.${name}`) };
  }),
});

const viewportOf = (row: Element | null): Element | null =>
  row?.parentElement?.querySelector('[frimousse-viewport]') ?? null;
const groupsIn = (viewport: Element | null): readonly HTMLElement[] => [
  ...(viewport?.querySelectorAll<HTMLElement>('[frimousse-list-sizer] > [frimousse-category]') ?? []),
];

/** Scrolls to a group of emoji (EMOJI-12). The picker gives their names once it has loaded them. */
export function Categories() {
  const row = useRef<HTMLDivElement>(null);
  const [labels, setLabels] = useState<readonly string[]>([]);
  useEffect(() => {
    const viewport = viewportOf(row.current);
    const look = () => {
      const found = groupsIn(viewport).map(({ textContent }) => textContent);
      if (found.length < GROUPS.length) return;
      watcher.disconnect();
      setLabels(found);
    };
    const watcher = new MutationObserver(look);
    if (viewport) watcher.observe(viewport, { childList: true, subtree: true });
    const stop = schedule(0, look);
    return () => {
      watcher.disconnect();
      stop();
    };
  }, []);
  const show = (label: string) => {
    const viewport = viewportOf(row.current);
    const group = groupsIn(viewport).find(({ textContent }) => textContent === label);
    viewport?.scrollTo({ top: group?.offsetTop ?? 0 });
  };
  return (
    <div ref={row} className={styles.groups}>
      {GROUPS.map(([emoji], at) => {
        const label = labels[at];
        return (
          <button
            key={emoji}
            type="button"
            className={styles.group}
            aria-label={label ?? emoji}
            title={label}
            disabled={label === undefined}
            onClick={() => label !== undefined && show(label)}
          >
            {emoji}
          </button>
        );
      })}
    </div>
  );
}

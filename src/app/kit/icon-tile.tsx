import type { LucideIcon } from 'lucide-react';
import { endingOf, fileLook } from '../../domain/media.ts';
import { cx } from './class-names.ts';
import styles from './icon-tile.module.css';

/** An icon on a grey tile as large as an avatar of a list. */
export const IconTile = ({ icon: Icon }: { readonly icon: LucideIcon }) => (
  <span className={styles.tile}>
    <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
  </span>
);

/** More letters have no room. */
const ENDING_MAX = 4;

/** A sheet with a corner in the colour of the file's kind, and its extension. Decorative. */
export function FileIcon({ name, large = false }: { readonly name: string; readonly large?: boolean }) {
  const ending = endingOf(name);
  return (
    <span className={cx(styles.file, large && styles.large)} data-look={fileLook(name)} aria-hidden="true">
      <svg viewBox="0 0 40 48">
        <path
          className={styles.sheet}
          d="M6 .5h20L39.5 14v28a5.5 5.5 0 0 1-5.5 5.5H6A5.5 5.5 0 0 1 .5 42V6A5.5 5.5 0 0 1 6 .5Z"
        />
        <path className={styles.corner} d="M26 .5 39.5 14H29a3 3 0 0 1-3-3Z" />
      </svg>
      <span className={styles.ending} data-ending={ending.length > ENDING_MAX ? '' : ending} />
    </span>
  );
}

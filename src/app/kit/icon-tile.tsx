import type { LucideIcon } from 'lucide-react';
import type { FileLook } from '../../domain/media.ts';
import styles from './icon-tile.module.css';

/** An icon on a tile as large as an avatar of a list: for a file in the colours of its kind, otherwise grey. */
export const IconTile = ({ icon: Icon, look }: { readonly icon: LucideIcon; readonly look?: FileLook }) => (
  <span className={styles.tile} data-look={look}>
    <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
  </span>
);

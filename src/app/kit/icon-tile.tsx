import {
  Archive,
  File,
  FileCode,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  Presentation,
} from 'lucide-react';
import type { FileLook } from '../../domain/media.ts';
import styles from './icon-tile.module.css';

/** An icon on a tile as large as an avatar of a list: for a file in the colours of its kind, otherwise grey. */
export const IconTile = ({ icon: Icon, look }: { readonly icon: LucideIcon; readonly look?: FileLook }) => (
  <span className={styles.tile} data-look={look}>
    <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
  </span>
);

const ICONS: Readonly<Record<FileLook, LucideIcon>> = {
  document: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
  picture: FileImage,
  audio: FileMusic,
  video: FilePlay,
  archive: Archive,
  code: FileCode,
  other: File,
};

/** A file's kind as a tile. */
export function FileIcon({ look }: { readonly look: FileLook }) {
  return <IconTile icon={ICONS[look]} look={look} />;
}

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
import styles from './file-icon.module.css';

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
  const Icon = ICONS[look];
  return (
    <span className={styles.tile} data-look={look}>
      <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}

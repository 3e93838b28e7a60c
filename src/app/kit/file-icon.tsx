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
import { IconTile } from './icon-tile.tsx';

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

import type { GlobalConfig } from '../../domain/config.ts';
import { DEFAULT_CONFIG } from '../../domain/config.ts';

/** Purpose of a form; each has its own size limit (UP-SRV-2). */
export type FormKind = 'file' | 'avatar' | 'emoji';

/** The largest file of a kind. */
export function megabytes({ fileUpload }: GlobalConfig, kind: FormKind): number {
  switch (kind) {
    case 'file':
      return fileUpload.sizeMb;
    case 'avatar':
      return fileUpload.avatarMb ?? DEFAULT_CONFIG.fileUpload.avatarMb ?? fileUpload.sizeMb;
    case 'emoji':
      return fileUpload.emojiMb ?? DEFAULT_CONFIG.fileUpload.emojiMb ?? fileUpload.sizeMb;
  }
}

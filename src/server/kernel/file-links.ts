import type { StreamId } from '../../domain/ids.ts';

/** Addresses of files, relative to this server. */
export interface FileLinks {
  /**
   * Private to a conversation: signed over file, conversation and the end of the next day, so that it works
   * in a picture's address and is equal for all members (FILE-1, STREAM-5). It names the file, not only the
   * bytes: others may have uploaded the same bytes under another name (FILE-12).
   */
  file(file: { readonly id: number; readonly key: string }, stream: StreamId): string;
  /** Avatars and emoji: knowledge of the address gives access. */
  picture(key: string): string;
}

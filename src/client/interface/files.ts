import type { FileFacts, PackFacts } from '../../wire/answers/files.ts';
import type { ContactId, DraftKey, MessageId } from '../../domain/ids.ts';
import type { Message, MessageType, Quote } from '../../domain/message.ts';
import type { RichMark } from '../../domain/rich-text.ts';
import type { Result } from '../../domain/result.ts';
import type { SearchFilter } from '../../domain/search-filter.ts';
import type { Answer, Failure } from './answer.ts';

/** A file of this device, chosen, dropped, pasted or recorded. */
export interface LocalFile {
  readonly name: string;
  readonly body: Blob;
}

/** The kind the user intends; the server inspects the bytes and decides (UP-SRV-3). */
export type UploadKind = 'auto' | 'image' | 'video' | 'voice' | 'file';

/** A file being sent to a chat; it leaves this list when its message exists (UP-1 …). */
export interface UploadView extends RichMark {
  /** The id of the message that it becomes. */
  readonly id: MessageId;
  readonly to: ContactId;
  readonly kind: Exclude<UploadKind, 'auto'>;
  readonly file: LocalFile;
  /** The words under it, as markup. */
  readonly caption?: string;
  /** The thread it answers. */
  readonly root?: number;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  /** `waiting`: interrupted or postponed, retried automatically. */
  readonly state: 'queued' | 'sending' | 'waiting' | 'failed';
  /** The server's reason for a refusal. */
  readonly reason: string | null;
  readonly createdAtMs: number;
}

/** Files on their way; like messages they are kept on the device until they are there (UP-9). */
export interface Uploads {
  /** Oldest first; the same list until something changes. */
  get(): readonly UploadView[];
  subscribe(listener: () => void): () => void;
}

export interface Emoji {
  readonly id: number;
  readonly fileId: number;
  readonly name: string;
  readonly src: string;
}

/** A sticker pack (EMOJI-10). */
export type StickerPack = PackFacts;

export type FileCate = FileFacts['cate'];

export type FileListRow = FileFacts;

export interface FoundMessage {
  readonly conversation: ContactId;
  readonly message: Message;
}

/** Content sent together with a file. */
export interface BesideFile {
  readonly quote?: Quote | null;
  readonly after?: MessageId | null;
  /**
   * The text under it, as typed. A plain server drops captions: there it is sent first, as a separate
   * message.
   */
  readonly caption?: string;
  /** Markup characters in it are plain text (RICH-7). */
  readonly asPlain?: boolean;
}

/** A voice message before it is sent. */
export interface Recording {
  readonly body: Blob;
  readonly seconds: number;
}

export interface RecordingActions {
  /** Stores what was recorded so far for a chat or thread, on this device alone; null removes it (REC-6). */
  keepRecording(chat: DraftKey, recording: Recording | null): Promise<void>;
  /** The stored recording; null: none. */
  recording(chat: DraftKey): Promise<Recording | null>;
}

export interface FileActions {
  /**
   * Begins at once, beside other uploads, or when `after` (a message or file of this chat) is there; see
   * `Client.uploads` for its progress.
   */
  sendFile(
    to: ContactId,
    file: LocalFile,
    kind?: UploadKind,
    beside?: BesideFile,
  ): Result<MessageId, Failure>;
  cancelUpload(id: MessageId): void;
  retryUpload(id: MessageId): void;
  /** Sends what the server already holds: an emoji of mine, or a file that I can see. */
  sendEmoji(to: ContactId, emoji: Emoji, quote?: Quote | null): Promise<Result<MessageId, Failure>>;
  sendStoredFile(
    to: ContactId,
    file: Pick<FileListRow, 'fileId' | 'type' | 'src'>,
  ): Promise<Result<MessageId, Failure>>;

  /** Answers the new address; the own picture changes everywhere. */
  uploadAvatar(file: LocalFile, onProgress?: (sentBytes: number) => void): Answer<string>;
  uploadEmoji(file: LocalFile, onProgress?: (sentBytes: number) => void): Answer<string>;
  /** Newest first. */
  emojis(): Answer<readonly Emoji[]>;
  /** Emoji of the server, by name (EMOJI-7). */
  serverEmoji(): Answer<readonly (readonly [name: string, src: string])[]>;
  /** Packs that the user has made or added, the newest first. */
  packs(): Answer<readonly StickerPack[]>;
  /** `id` 0: a new one. */
  savePack(id: number, title: string, files: readonly number[]): Answer;
  /** An own pack ends for all users. */
  removePack(id: number): Answer;
  /** The pack of a sticker in a message (EMOJI-11). */
  packOf(message: MessageId): Answer<StickerPack>;
  addPack(message: MessageId): Answer;
  /** Adds the emoji of an emoji message, by its file. */
  addEmoji(fileId: number): Answer;
  deleteEmojis(ids: readonly number[]): Answer;
  /** To the front. */
  moveEmojis(ids: readonly number[]): Answer;

  /**
   * Messages that hold these words, newest first; without `conversation` in everything I may read (SEARCH-1).
   */
  searchMessages(query: {
    /** Empty only with a filter. */
    readonly keywords: string;
    readonly conversation?: ContactId | undefined;
    /** Unsupported by a plain server. */
    readonly filter?: SearchFilter;
    readonly page?: number;
    readonly limit?: number;
  }): Answer<{ readonly rows: readonly FoundMessage[]; readonly more: boolean }>;
  /** The history browser of one conversation, newest first. */
  browse(query: {
    readonly conversation: ContactId;
    readonly type: MessageType | 'all';
    readonly keywords?: string;
    readonly page?: number;
    readonly limit?: number;
  }): Answer<{ readonly messages: readonly Message[]; readonly total: number }>;
  /** Files of my chats (FILE-1 …); `all` is for administrators. */
  files(query: {
    readonly role: 'any' | 'sent' | 'received';
    readonly cate?: FileCate;
    readonly keywords?: string;
    readonly page?: number;
    readonly limit?: number;
    readonly all?: boolean;
  }): Answer<{ readonly rows: readonly FileListRow[]; readonly total: number }>;
  /** A fresh address for an expired one, as long as its conversation is readable. */
  renewLink(link: string): Answer<string>;
}

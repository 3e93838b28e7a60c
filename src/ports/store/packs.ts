import type { UserId } from '../../domain/ids.ts';

/** A sticker pack; its maker may change it (EMOJI-10). */
export interface PackRow {
  readonly id: number;
  readonly user: UserId;
  readonly title: string;
}

export interface StickerRow {
  readonly fileId: number;
  readonly name: string;
}

export interface PacksReading {
  get(id: number): Promise<PackRow | null>;
  /** Packs that the user has made or added, the newest first. */
  of(user: UserId): Promise<readonly PackRow[]>;
  /** The first one first. */
  stickers(pack: number): Promise<readonly StickerRow[]>;
  /** The oldest pack with this file; the emoji of the server are not a pack. */
  withFile(fileId: number): Promise<PackRow | null>;
  /** A sticker with this file in a pack of the user. */
  usable(user: UserId, fileId: number): Promise<StickerRow | null>;
  /** Emoji of the server by name, in order. */
  server(): Promise<readonly StickerRow[]>;
  /** The file of a server emoji with these stored bytes. */
  serverFile(key: string): Promise<number | null>;
}

export interface PacksWriting {
  /** A new pack of this user, which has it first. */
  create(user: UserId, title: string, createdAtMs: number): Promise<number>;
  rename(id: number, title: string): Promise<void>;
  /** Replaces the stickers; files that are no longer in it lose a holder. */
  fill(id: number, stickers: readonly StickerRow[]): Promise<void>;
  /** Puts the pack first among those of the user. */
  add(user: UserId, id: number): Promise<void>;
  drop(user: UserId, id: number): Promise<void>;
  /** Ends the pack for all users. */
  remove(id: number): Promise<void>;
  addServer(sticker: StickerRow): Promise<void>;
  /** False: it does not exist. */
  removeServer(name: string): Promise<boolean>;
}

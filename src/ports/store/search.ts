import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { MessageType } from '../../domain/message.ts';
import type { MessageRow } from './messages.ts';

export interface PlacesQuery {
  readonly user: UserId;
  /** Conversations that are readable from their beginning although the user joined later (GROUP-8). */
  readonly open: readonly StreamId[];
  /** The query as `folded` returns it. A remote store uses it to leave out conversations without a match. */
  readonly words: string;
  readonly before: MsgId;
  readonly after: string;
  readonly limit: number;
}

/** A conversation to search, with its messages above one ordinal and up to another. */
export interface SearchPlace {
  readonly stream: StreamId;
  readonly aboveN: number;
  /** The newest message that is not examined yet. */
  readonly newest: { readonly n: number; readonly msgId: MsgId };
  /** True while words of this conversation may still wait for the index. */
  readonly waits: boolean;
}

export interface PlaceQuery {
  readonly place: SearchPlace;
  /** The query as `folded` returns it; empty: all messages of these kinds and this author. */
  readonly words: string;
  /** Empty: all of them. */
  readonly types: readonly MessageType[];
  readonly from?: UserId | undefined;
  /** The most examined blocks of words. */
  readonly limit: number;
}

export interface PlaceFound {
  /** Newest first; a message that is not indexed yet is `sure` only once its words were examined. */
  readonly rows: readonly { readonly row: MessageRow; readonly sure: boolean }[];
  readonly scanCount: number;
  /** The rest of the search; null: complete. */
  readonly rest: SearchPlace | null;
}

export interface SearchReading {
  /**
   * The person's conversations, favourites among them, with something to read below a message; in order of
   * their names (SEARCH-1).
   */
  places(query: PlacesQuery): Promise<readonly SearchPlace[]>;
  /** Returns the same for one conversation, with or without a match. */
  place(stream: StreamId, aboveN: number, before: MsgId): Promise<SearchPlace | null>;
  /** A step of a search in one conversation, by index, downwards (SEARCH-10). */
  search(query: PlaceQuery): Promise<PlaceFound>;
}

/** Conversations with messages whose words are not in the index yet, in order of id (SEARCH-8). */
export interface WordsReading {
  waiting(after: string, limit: number): Promise<readonly StreamId[]>;
  /** Checks whether words from before an update still wait for the index (SEARCH-12). */
  isBehind(): Promise<boolean>;
  /** The streams among these with enough blocks for a group (SEARCH-13). */
  ungrouped(streams: readonly StreamId[]): Promise<readonly StreamId[]>;
}

export interface WordsIndexed {
  readonly messageCount: number;
  readonly characters: number;
  /** True if further messages of the conversation wait. */
  readonly more: boolean;
}

export interface WordsWriting {
  /**
   * Indexes the words of this many waiting messages of a conversation, fewer if they exceed this many
   * characters (SEARCH-8).
   */
  index(stream: StreamId, limit: number, characters?: number): Promise<WordsIndexed>;
  /** Makes the next group of blocks of a conversation; false: none to make (SEARCH-13). */
  group(stream: StreamId): Promise<boolean>;
  /** Imports one conversation of an older index format; false: none is left (SEARCH-12). */
  takeOver(limit: number): Promise<boolean>;
}

import type { MsgId, StreamId, UserId } from '../../domain/ids.ts';
import type { MessageType } from '../../domain/message.ts';
import type { MessageRow } from './messages.ts';

export interface PlacesQuery {
  readonly user: UserId;
  /** Conversations that are readable from their beginning though the person came later (GROUP-8). */
  readonly open: readonly StreamId[];
  /** As `folded` gives them: where a look costs a way to another machine, those without them are left out. */
  readonly words: string;
  readonly before: MsgId;
  readonly after: string;
  readonly limit: number;
  /** Of several databases this one alone, by its place in `split`. */
  readonly part?: number;
}

/** A conversation in which a search goes on: with messages above one ordinal and up to this one. */
export interface SearchPlace {
  readonly stream: StreamId;
  readonly aboveN: number;
  /** The newest message that is still to be looked at. */
  readonly newest: { readonly n: number; readonly msgId: MsgId };
  /** Whether words of this conversation may still wait for the index. */
  readonly waits: boolean;
}

export interface PlaceQuery {
  readonly place: SearchPlace;
  /** As `folded` gives them; empty: messages of these kinds and this author, whatever they say. */
  readonly words: string;
  /** None: all of them. */
  readonly types: readonly MessageType[];
  readonly from?: UserId | undefined;
  /** Blocks of words that are looked at, at most. */
  readonly limit: number;
}

export interface PlaceFound {
  /** Newest first; what is not in the index yet is `sure` only once its words were looked at. */
  readonly rows: readonly { readonly row: MessageRow; readonly sure: boolean }[];
  readonly looked: number;
  /** Where it goes on; null: nothing is left. */
  readonly rest: SearchPlace | null;
}

export interface SearchReading {
  /**
   * The person's conversations, favourites among them, with something to read below a message; in order of
   * their names (SEARCH-1).
   */
  places(query: PlacesQuery): Promise<readonly SearchPlace[]>;
  /** The same of one conversation, whatever stands there. */
  place(stream: StreamId, aboveN: number, before: MsgId): Promise<SearchPlace | null>;
  /** A step of a search in one conversation, by index, downwards (SEARCH-10). */
  search(query: PlaceQuery): Promise<PlaceFound>;
}

/** Conversations with messages whose words are not in the index yet, in order of id (SEARCH-8). */
export interface WordsReading {
  waiting(after: string, limit: number): Promise<readonly StreamId[]>;
  /** Whether words of before an update are still to be put in (SEARCH-12). */
  isBehind(): Promise<boolean>;
  /** Those of these with blocks of words that could be a group (SEARCH-13). */
  ungrouped(streams: readonly StreamId[]): Promise<readonly StreamId[]>;
}

export interface WordsIndexed {
  readonly taken: number;
  readonly characters: number;
  /** Whether others of the conversation wait. */
  readonly more: boolean;
}

export interface WordsWriting {
  /**
   * Puts the words of so many waiting messages of a conversation into the index, fewer when they have more
   * characters than these (SEARCH-8).
   */
  index(stream: StreamId, limit: number, characters?: number): Promise<WordsIndexed>;
  /** Makes the next group of blocks of a conversation; false: there is none to make (SEARCH-13). */
  group(stream: StreamId): Promise<boolean>;
  /**
   * The same of one conversation of before the index had its present form; false: none is left (SEARCH-12).
   */
  takeOver(limit: number): Promise<boolean>;
}

import type { Album } from '../domain/album.ts';
import type { MsgId, StreamId, UserId } from '../domain/ids.ts';
import type { MessageType } from '../domain/message.ts';
import type { FileRow, GroupRow, MemberRow, MessageRow, StreamRow, UserRow } from './store-rows.ts';

/** What a list shows of a person. */
export type PersonCard = Pick<UserRow, 'id' | 'account' | 'realname' | 'avatar' | 'email' | 'active'>;

/** What a list shows of a message. */
export type LastRow = Omit<MessageRow, 'msgId' | 'at' | 'pid'> & { readonly album?: Album | null };

/** One conversation of one person with all that a contact row needs, and nothing else: lists are long. */
export interface ConversationView {
  readonly member: Omit<MemberRow, 'fromSeq' | 'inviter' | 'joinedAtMs'>;
  readonly stream: Pick<StreamRow, 'stream' | 'head' | 'count'>;
  /** Newest visible message that remains. */
  readonly last: LastRow | null;
  readonly mentions: number;
  /** One-to-one: the partner, my remark for the partner, the partner's mark. */
  readonly partner: { readonly user: PersonCard; readonly nickname: string; readonly mark: number } | null;
  readonly group: { readonly row: GroupRow; readonly members: number } | null;
}

export interface MessageQuery {
  readonly stream: StreamId;
  /** Only messages with a higher ordinal are visible. */
  readonly fromN: number;
  readonly limit: number;
  /** Rows with a smaller msgId; wins over `page`. */
  readonly beforeMsgId?: number;
  /** The rows that follow this ordinal, instead of the newest ones; wins over `page`. */
  readonly afterN?: number;
  /** 1-based, newest first. */
  readonly page?: number;
  readonly types?: readonly MessageType[];
  readonly mentioning?: { readonly user: UserId; readonly afterN: number };
}

export interface PlacesQuery {
  readonly user: UserId;
  /** Conversations that are readable from their beginning though the person came later (GROUP-8). */
  readonly open: readonly StreamId[];
  /** As `folded` gives them: where a look costs a way to another machine, those without them are left out. */
  readonly words: string;
  readonly before: MsgId;
  readonly after: string;
  readonly limit: number;
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
  /** As `folded` gives them. */
  readonly words: string;
  readonly types: readonly MessageType[];
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

export interface FileQuery {
  readonly user: UserId;
  readonly open: readonly StreamId[];
  readonly role: 'any' | 'sent' | 'received';
  readonly cate: number | null;
  readonly keywords: string;
  readonly page: number;
  readonly limit: number;
}

export interface ListedFile {
  readonly message: MessageRow;
  readonly file: FileRow;
}

/** What was counted in a day, and when that ends. */
export interface Day {
  readonly used: number;
  readonly endsMs: number;
}

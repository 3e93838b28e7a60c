import type { Alert } from '../../domain/alert.ts';
import type { UnreadMark } from '../../domain/contact.ts';
import type { ContactId, DraftKey, MessageId, MsgId, UserId } from '../../domain/ids.ts';
import type { Folder, PreferenceName, Preferences, TypedPreference } from '../../domain/kept.ts';
import type { Draft, Message } from '../../domain/message.ts';
import type { ReportReason, Reported } from '../../domain/report.ts';
import type { Result } from '../../domain/result.ts';
import type { GroupInfoFacts, MemberFacts } from '../../wire/answers/groups.ts';
import type { GoneWhy } from '../state/effects.ts';
import type { Preview } from '../state/preview.ts';
import type { State } from '../state/state.ts';
import type { AccountActions } from './account.ts';
import type { Answer, Failure, PersonCard } from './answer.ts';
import type { CallActions, Calls } from './calls.ts';
import type { OwnDataActions, PushActions, RollbackActions, StorageActions } from './device.ts';
import type { FileActions, RecordingActions, Uploads } from './files.ts';
import type { GroupCallActions, GroupCalls } from './group-calls.ts';
import type { InboxActions } from './inbox.ts';
import type { LaterActions } from './later.ts';
import type { BotActions } from './bots.ts';
import type { LoginActions, OpenIdActions, PasskeyActions, SecondStepActions } from './logins.ts';
import type { MomentActions } from './moments.ts';
import type { PartActions } from './under-message.ts';

/** Activity in the input box of a chat, as the screen reports it (TYPING-2). */
export type TypingAct =
  | 'typed'
  /** The box is empty again, or was left. */
  | 'dropped'
  /** The text was sent. */
  | 'sent'
  | 'recording'
  | 'recorded';

export type { Answer, Failure, PersonCard } from './answer.ts';

/**
 * The headless client as the app, the inspector, tests and the simulator see it. It owns machines, streams,
 * store, outbox and persistence; its users only show state and request actions.
 */
export interface Client {
  readonly store: {
    get(): State;
    /** Called after a change, at most once per animation frame under load. */
    subscribe(listener: () => void): () => void;
  };
  /** One-time events outside the state: toasts, dialogs, navigation. */
  readonly notices: { subscribe(listener: (notice: Notice) => void): () => void };
  readonly session: SessionView;
  /** Files on their way into chats. */
  readonly uploads: Uploads;
  readonly calls: Calls;
  readonly groupCalls: GroupCalls;
  /** The server answered on the socket: lost requests may be repeated (STORE-15). */
  readonly alive: { subscribe(listener: () => void): () => void };
  readonly actions: Actions;
  /** Reads stored state, then connects if a user is signed in. Resolves when the stored state is loaded. */
  start(): Promise<void>;
  /** Sends `close` on the socket and ends all timers. */
  stop(): Promise<void>;
}

export interface SessionView {
  get(): SessionState;
  subscribe(listener: () => void): () => void;
}

export type SessionState =
  | { readonly name: 'starting' }
  | { readonly name: 'signedOut' }
  | { readonly name: 'signingIn' }
  | { readonly name: 'signedIn' }
  /** Ended by the server: drafts and unsent messages are stored for the same user. */
  | { readonly name: 'ended'; readonly why: 'expired' | 'kicked' };

export type Notice =
  /** Text from the server, already in the asked language; 2.5 s (ERR-3). */
  | { readonly kind: 'message'; readonly text: string }
  /** The server refused an edit for this reason, which may be empty; its text is in the composer again. */
  | { readonly kind: 'editRefused'; readonly id: ContactId; readonly text: string }
  /** The same for a preference that the user typed; its form can show the value again (SEND-25). */
  | {
      readonly kind: 'preferenceRefused';
      readonly name: TypedPreference;
      readonly value: Preferences[TypedPreference];
      readonly text: string;
    }
  /** One of our own texts by key. */
  | {
      readonly kind: 'text';
      readonly key:
        | 'err.offline'
        | 'err.setup'
        | 'err.notStored'
        | 'err.mayNotStore'
        | 'err.server'
        | 'err.noNetwork'
        | 'err.absent'
        | 'err.removedFromGroup';
    }
  /** HTTP 401: a dialog, confirmed once however many calls failed together (ERR-5). */
  | { readonly kind: 'expired' }
  | { readonly kind: 'kicked' }
  /** Code −1: the login page after this time (ERR-4). */
  | { readonly kind: 'toLogin'; readonly afterMs: number }
  /** A chat is gone; the user's own action is reported only if that chat was open. */
  | {
      readonly kind: 'chatGone';
      readonly id: ContactId;
      readonly why: GoneWhy;
      readonly name: string;
      readonly mine: boolean;
    }
  /** The time of a reminder has come (LATER-10). */
  | { readonly kind: 'reminded'; readonly id: ContactId; readonly message: MessageId }
  /** A call that this device answered with busy, because it is in another one (CALL-47). */
  /** Another user, with this name, began a call of the group (GCALLUI-4). */
  | { readonly kind: 'groupCallBegan'; readonly id: ContactId; readonly name: string }
  | { readonly kind: 'missedCall'; readonly id: ContactId; readonly name: string }
  /** A message from this device is in its conversation (SEND-7). */
  | { readonly kind: 'sent' }
  /** `id`: the chat of the sound; absent: none. */
  | { readonly kind: 'sound'; readonly id?: ContactId | undefined }
  /** Drives the live region and system notifications; never raised for muted conversations. */
  | {
      readonly kind: 'arrived';
      readonly id: ContactId;
      readonly from: string;
      readonly preview: Preview;
      /** Absent for a reaction. */
      readonly message?: MessageId | undefined;
    }
  /** New words of a message: its notification shows them, if there is one (PUSH-21). */
  | {
      readonly kind: 'reworded';
      readonly id: ContactId;
      readonly from: string;
      readonly preview: Preview;
      readonly message?: MessageId | undefined;
    }
  /** Closes the notification of this message: it no longer mentions this user (PUSH-13). */
  | { readonly kind: 'withdrawn'; readonly id: ContactId; readonly message: MessageId };

export interface Application {
  readonly friendId: number;
  readonly status: 0 | 1 | 2;
  readonly remark: string;
  readonly createdAt: string;
  /** The other person, whichever side applied. */
  readonly person: PersonCard;
}

export type GroupMember = MemberFacts;
export type GroupView = GroupInfoFacts;

export interface Actions
  extends
    FileActions,
    RecordingActions,
    AccountActions,
    BotActions,
    InboxActions,
    LaterActions,
    LoginActions,
    SecondStepActions,
    OpenIdActions,
    OwnDataActions,
    PasskeyActions,
    MomentActions,
    CallActions,
    GroupCallActions,
    PushActions,
    StorageActions,
    PartActions,
    RollbackActions {
  // session
  /** Uses the password, or a code sent to the account (ACC-10), in which case the password is ignored. */
  login(form: {
    account: string;
    password: string;
    code?: string;
    /** Required after code 412: a code of the user's app, or a recovery code (SECOND-2). */
    otp?: string;
    /** A browser's passkey answer: alone, or in place of `otp` (PASSKEY-2). */
    passkey?: string;
    /**
     * Ticket from `finishOpenId`, with the password to link an account, or a name for a new user (OIDC-4).
     */
    openId?: string;
    /** Token of a link that admits guests; `realname` is the guest's name (GUEST-2). */
    guest?: string;
    /** Password of the local account, required once beside the organisation's (LDAP-4). */
    ownPassword?: string;
    realname?: string;
    remember: boolean;
  }): Answer;
  /** `code` verifies an account that is an address, if the service requires it (CONF-5). */
  register(form: {
    account: string;
    realname: string;
    password: string;
    repeat: string;
    code?: string;
    inviteCode: string;
  }): Answer;
  /** Wipes this person's data from the device. `unsent` is how many messages would be lost. */
  logout(): Answer;
  unsent(): number;
  refreshConfig(): Answer;

  // list
  refreshContacts(): Answer;
  setTop(id: ContactId, on: boolean): Answer;
  /**
   * `untilMs`: off until then (ms since 1970), lifted by this device; without it until it is put on again
   * (LIST-14).
   */
  setNotice(id: ContactId, alert: Alert): Answer;
  /** Reads every conversation to its end (LIST-13). */
  markAllRead(): Answer;
  /** Moves a chat out of the list or back; archiving reads its mentions (ARCHIVED-1, ARCHIVED-3). */
  archiveChat(id: ContactId, on: boolean): Answer;
  /** A dot, until the chat is opened on any device (UNREAD-1), which leads to the message (UNREAD-3). */
  markUnread(id: ContactId, mark: UnreadMark): Answer;
  /** Folders, drafts and the order of pins, as the server has them (KEPT-2). */
  refreshKept(): Answer;
  keepFolders(list: readonly Folder[]): Answer;
  orderPins(list: readonly ContactId[]): Answer;
  /** Words that count as mentions (ALERT-4). */
  keepAlertWords(words: readonly string[]): Answer;
  /** Stores a value for all devices; null: none (KEPT-1). */
  keepPreference<N extends PreferenceName>(name: N, value: Preferences[N] | null): Answer;
  /** True if web addresses in the user's messages get a card (PREVIEW-12). */
  keepPreviews(on: boolean): Answer;
  /** On all my devices (ACC-21). */
  closeSecurityNotes(): Answer;
  hideChat(id: ContactId): Answer;
  reconnect(): void;

  // chat
  /**
   * Marks the chat as on screen (null: none), and loads its read position: the first unread message, or the
   * end.
   */
  openChat(id: ContactId | null): void;
  loadOlder(id: ContactId): Answer<{ readonly more: boolean }>;
  loadNewer(id: ContactId): Answer<{ readonly more: boolean }>;
  /** From now on the window reaches the newest message, wherever it was. */
  loadNewest(id: ContactId): Answer<{ readonly more: boolean }>;
  /** Loads pages until the message is in the window; false when it cannot be reached. */
  loadUntil(id: ContactId, message: MsgId): Answer<boolean>;
  /** Everything up to ordinal `n` was in view (COUNT-2). */
  markRead(id: ContactId, n: number): void;
  mentionsOf(id: ContactId): Answer<readonly Message[]>;
  readMentions(id: ContactId): Answer;
  /** One mention was in view (COUNT-14). */
  readMention(id: ContactId, n: number): Answer;
  /**
   * Stored and queued before this returns; the id is in the outbox from now on. `from`: where it was
   * written.
   */
  send(id: ContactId, draft: Draft, from?: DraftKey): Promise<Result<MessageId, Failure>>;
  /**
   * Sends a contact card; the server fills in name and picture (MSG-1). `words` is the fallback for clients
   * without cards.
   */
  sendCard(
    id: ContactId,
    person: { readonly id: UserId; readonly displayName: string; readonly avatar: string },
    words: string,
  ): Promise<Result<MessageId, Failure>>;
  sendPlace(
    id: ContactId,
    place: {
      readonly name: string;
      readonly address: string;
      readonly latitude: number;
      readonly longitude: number;
    },
    words: string,
  ): Promise<Result<MessageId, Failure>>;
  retry(id: MessageId): void;
  /** Takes an unsent message back; one of unknown outcome is first brought to an outcome, then recalled. */
  discard(id: MessageId): void;
  /**
   * Replaces the text of the user's own message, sent or waiting: shown at once, sent when possible (EDIT-5).
   * The text under a file may be empty.
   */
  edit(to: ContactId, id: MessageId, draft: Draft): Answer;
  /** Pins a message for all members, or unpins it: shown at once, sent when possible (PINS-6). */
  pinMessage(to: ContactId, id: MessageId, on: boolean): Answer;
  /** Asks what is pinned there; the list is in the state then, and these are the messages as they are now. */
  messagePins(id: ContactId): Answer<readonly Message[]>;
  /** The conversation of a linked message; a refusal: it is not available to this person (LINK-1). */
  locateMessage(message: MsgId): Answer<ContactId>;
  /** Opens a thread by the ordinal of its first message; its content goes to the state (THREAD-4). */
  openThread(id: ContactId, root: number): Answer;
  olderAnswers(id: ContactId, root: number): Answer;
  closeThread(id: ContactId, root: number): Answer;
  /** Notifies the user of new answers, also if the group is muted; shown at once (THREAD-6). */
  followThread(id: ContactId, root: number, on: boolean): Answer;
  recall(id: MessageId): Answer;
  /**
   * Recalled after this time, even if the chat or the page is closed; until then `keepMessage` undoes it
   * (RECALL-4).
   */
  recallLater(id: MessageId, waitMs: number): void;
  keepMessage(id: MessageId): void;
  remove(id: MessageId): Answer;
  /** Answer per target, in order. */
  forward(
    message: MsgId,
    to: readonly ContactId[],
  ): Answer<readonly { readonly to: ContactId; readonly ok: boolean; readonly message: string }[]>;
  /** Shows the user's activity in the chat to others; never stored (TYPING-2). */
  typing(id: ContactId, act: TypingAct): void;
  draft(id: DraftKey): Draft;
  saveDraft(id: DraftKey, draft: Draft): void;
  /** Text that a draft of another device replaced; null: none (DRAFT-5). */
  getLostDraft(id: DraftKey): Draft | null;
  /** Forgets it after the user restored it. */
  dropLostDraft(id: DraftKey): void;

  // people
  searchUser(keywords: string): Answer<readonly PersonCard[]>;
  /** People by their names, from behind `after`; refused where a server has no directory (DIR-1). */
  directory(
    words: string,
    after: number,
  ): Answer<{ readonly rows: readonly PersonCard[]; readonly next: number | null }>;
  person(id: UserId): Answer<PersonCard>;
  applyFriend(id: UserId, verification: string): Answer;
  applications(
    side: 'received' | 'sent',
    page: number,
    limit: number,
  ): Answer<{ readonly rows: readonly Application[]; readonly total: number }>;
  answerApplication(friendId: number, accept: boolean): Answer;
  /** Withdraws the user's own pending request (FRIEND-9); a plain server does not support it. */
  withdrawApplication(friendId: number): Answer;
  setRemark(user: UserId, friendId: number, remark: string, base?: { readonly nickname?: string }): Answer;
  unfriend(id: UserId): Answer;
  /** The blocked user is not notified (BLOCK-1); unsupported by a plain server. */
  block(id: UserId, on: boolean): Answer;
  /** Reports content to the administrators only (REPORT-4). */
  report(about: Reported, reason: ReportReason, words: string): Answer;
  blockedPeople(
    page: number,
    limit: number,
  ): Answer<{ readonly rows: readonly PersonCard[]; readonly total: number }>;
  /** Fetches a conversation that the list does not hold. */
  ensureContact(id: ContactId): Answer;

  // groups
  createGroup(users: readonly UserId[], name: string): Answer<ContactId>;
  group(id: ContactId): Answer<GroupView>;
  members(id: ContactId): Answer<readonly GroupMember[]>;
  addMembers(id: ContactId, users: readonly UserId[]): Answer;
  removeMember(id: ContactId, user: UserId): Answer;
  /** `heir`: the next owner, if I own it (GROUP-23). */
  leaveGroup(id: ContactId, heir?: UserId): Answer;
  dissolveGroup(id: ContactId): Answer;
  renameGroup(id: ContactId, name: string, base?: { readonly name?: string }): Answer;
}

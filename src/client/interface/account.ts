import type { GroupLine } from '../../domain/group-lines.ts';
import type { UpdateKind } from '../../../machines/update.machine.ts';
import type { GroupSetting } from '../../domain/group-fields.ts';
import type { ContactId, UserId } from '../../domain/ids.ts';
import type { Privacy } from '../../domain/privacy.ts';
import type { ScannedFacts } from '../../wire/answers/accounts.ts';
import type { LinkFacts, RequestFacts } from '../../wire/answers/groups.ts';
import type { Answer } from './answer.ts';

export type GroupLink = LinkFacts;
export type JoinRequest = RequestFacts;
export type Scanned = ScannedFacts;

/** The app inside a shell for a store: which, and the build of it that is installed. */
export interface Wrapped {
  readonly platform: 'android' | 'ios';
  readonly build: number;
}

/** Actions on the user's own account, and group management. */
export interface AccountActions {
  /**
   * `base`, as in all forms: the values that it showed, for the fields that the user changed. Refused with
   * the present values if another save replaced one (SEND-24).
   */
  updateProfile(form: ProfileForm, base?: Partial<ProfileForm>): Answer;
  /** Visibility of the user's data to others; omitted fields stay unchanged (SEEN-2). */
  setPrivacy(change: Partial<Privacy>): Answer;
  /** Uses the old password, or a code sent to the account's verified address (ACC-13). */
  changePassword(form: {
    readonly original: string;
    readonly code: string;
    readonly password: string;
    readonly repeat: string;
    /** Passkeys stay; else they are removed (ACC-20). */
    readonly keepPasskeys?: boolean;
  }): Answer;
  /**
   * `code` went to the account so far (empty when it was never proved), `newCode` to the new one (ACC-12).
   */
  changeAccount(form: { readonly account: string; readonly code: string; readonly newCode: string }): Answer;
  sendCode(account: string, purpose: MailCodePurpose): Answer;
  /** Returns a release newer than this build, or null. */
  checkUpdate(byHand: boolean, wrapper?: Wrapped): Answer<AppRelease | null>;
  /** The newest announcement, or null. */
  announcement(): Answer<{ readonly title: string; readonly atSec: number } | null>;
  /** Address behind the own picture code. */
  ownCode(): Answer<string>;

  setGroupNotice(id: ContactId, notice: string, base?: { readonly notice?: string }): Answer;
  /** Omitted fields stay unchanged (GROUP-11). */
  setGroupSetting(id: ContactId, setting: Partial<GroupSetting>, base?: Partial<GroupSetting>): Answer;
  setManager(id: ContactId, user: UserId, role: 2 | 3): Answer;
  muteMember(id: ContactId, user: UserId, mute: Mute): Answer;
  transferGroup(id: ContactId, user: UserId): Answer;
  clearGroup(id: ContactId): Answer;
  /** Applies to new messages; 0: messages stay (VANISH-1). */
  setTimer(id: ContactId, days: number): Answer;
  /** `invite`: the token of a code or link; `ask`: the text of a join request, if managers must approve. */
  joinGroup(id: ContactId, invite: string, ask?: { readonly text: string }): Answer;
  /** Links that let people in, the newest first (GROUP-24). */
  groupLinks(id: ContactId): Answer<readonly GroupLink[]>;
  addGroupLink(id: ContactId, form: GroupLinkForm): Answer<GroupLink>;
  endGroupLink(id: ContactId, link: number): Answer;
  /** Join requests, the longest waiting first (GROUP-25). */
  joinRequests(id: ContactId): Answer<readonly JoinRequest[]>;
  /** Changes to the group, shown below its messages `from` to `to` (GROUP-27). */
  groupLines(id: ContactId, from: number, to: number): Answer<readonly GroupLine[]>;
  /** Withdraws the user's own request. */
  answerJoinRequest(id: ContactId, user: UserId, accept: boolean): Answer;
  /** The group's picture code, which lives 7 days; null where this person may not show it. */
  groupCode(id: ContactId): Answer<PictureCode | null>;
  /** A group before one is in it; `invite` as for `joinGroup`. */
  previewGroup(id: ContactId, invite: string): Answer<Scanned>;
  /** Returns the target of a code of this server. */
  scanned(kind: 'group' | 'person', token: string): Answer<Scanned>;
}

export interface ProfileForm {
  readonly realname: string;
  readonly email: string;
  readonly sex: 0 | 1 | 2;
  readonly motto: string;
}

export type MailCodePurpose = 'login' | 'register' | 'password' | 'account' | 'proof';

/** Duration of a mute: one of the fixed times (in order of `muteOptionsSec`), or days; 'lift' ends it. */
export type Mute = { readonly option: 1 | 2 | 3 | 4 } | { readonly days: number } | 'lift';

export interface GroupLinkForm {
  /** One of `LINK_LIVES_SEC`; 0: until it is ended. */
  readonly forSec: number;
  /** How many may come by it; 0: any number. */
  readonly max: number;
  readonly needsApproval: boolean;
  /** One of `GUEST_DAYS`; 0: no guests. */
  readonly guestDays: number;
}

export interface PictureCode {
  readonly address: string;
  /** Month and day, formatted by the server. */
  readonly until: string;
}

export interface AppRelease {
  readonly name: string;
  readonly build: number;
  readonly info: string;
  readonly kind: UpdateKind;
  readonly address: string;
}

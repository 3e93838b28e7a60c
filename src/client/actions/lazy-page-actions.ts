import { NOBODY_SIGNED_IN, NOT_LOADED } from '../connection/answers.ts';
import type { Answer } from '../interface/client.ts';
import { lazy, nothing, tellNotLoaded, type Lazy } from '../kernel/lazy.ts';
import type { MakePageActions, PageActions } from './page-actions.ts';
import type { storageActions } from './storage-actions.ts';

const NO_SIZES = { messages: 0, contacts: 0, drafts: 0, unsent: 0 };

/** Actions that answer as calls do; this list lets one line forward them all. */
const ASKING = [
  'searchUser',
  'directory',
  'person',
  'applyFriend',
  'applications',
  'answerApplication',
  'withdrawApplication',
  'setRemark',
  'unfriend',
  'block',
  'blockedPeople',
  'report',
  'sendEmoji',
  'sendStoredFile',
  'uploadAvatar',
  'uploadEmoji',
  'emojis',
  'addEmoji',
  'deleteEmojis',
  'moveEmojis',
  'searchMessages',
  'browse',
  'files',
  'renewLink',
  'createGroup',
  'group',
  'members',
  'addMembers',
  'removeMember',
  'leaveGroup',
  'dissolveGroup',
  'renameGroup',
  'mentionsOf',
  'readMention',
  'readMentions',
  'send',
  'sendCard',
  'sendPlace',
  'edit',
  'pinMessage',
  'messagePins',
  'locateMessage',
  'sendPoll',
  'vote',
  'closePoll',
  'voters',
  'react',
  'schedule',
  'changeScheduled',
  'sendScheduled',
  'discardScheduled',
  'remind',
  'later',
  'reactionPeople',
  'readBy',
  'openThread',
  'olderAnswers',
  'closeThread',
  'followThread',
  'removePreview',
  'recall',
  'remove',
  'forward',
  'updateProfile',
  'setPrivacy',
  'changePassword',
  'changeAccount',
  'sendCode',
  'ownCode',
  'setGroupNotice',
  'setGroupSetting',
  'groupLinks',
  'addGroupLink',
  'endGroupLink',
  'joinRequests',
  'groupLines',
  'answerJoinRequest',
  'setManager',
  'muteMember',
  'transferGroup',
  'clearGroup',
  'setTimer',
  'joinGroup',
  'groupCode',
  'groupAtTheDoor',
  'scanned',
  'moments',
  'addMoment',
  'refreshMomentNews',
  'momentsSeen',
  'deleteMoment',
  'likeMoment',
  'commentMoment',
  'deleteComment',
  'pushKey',
  'takePushes',
  'markAllRead',
  'markUnread',
  'archiveChat',
  'refreshKept',
  'keepFolders',
  'orderPins',
  'keepAlertWords',
  'keepQuietHours',
  'keepSounds',
  'keepPreviews',
  'closeSecurityNotes',
  'register',
  'usedToday',
  'logins',
  'endLogin',
  'secondStep',
  'beginSecondStep',
  'confirmSecondStep',
  'endSecondStep',
  'passkeys',
  'beginPasskey',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'askPasskey',
  'beginOpenId',
  'finishOpenId',
  'openIds',
  'removeOpenId',
  'ownData',
  'eraseAccount',
  'exportData',
] as const satisfies readonly (keyof PageActions)[];

type Asking = Pick<PageActions, (typeof ASKING)[number]>;
type Asked = (...args: readonly unknown[]) => Answer<unknown>;

/**
 * Page actions whose code loads with the first of them, so that the chat list loads without it (UI-16). They
 * return promises, so loading changes nothing for the caller.
 */
export const lazyPageActions =
  (load: () => Promise<MakePageActions>): MakePageActions =>
  (parts, raise) => {
    const login = () => parts.session.current()?.login ?? null;
    const page = lazy(load, (make) => make(parts, raise), nothing, login);
    const notLoaded = () => tellNotLoaded(raise);
    const ask =
      (name: keyof Asking): Asked =>
      (...args) =>
        page.ask(
          (pages) => (pages[name] as Asked)(...args),
          () => (notLoaded(), NOT_LOADED),
          () => NOBODY_SIGNED_IN,
        );
    const asking = Object.fromEntries(ASKING.map((name) => [name, ask(name)])) as unknown as Asking;
    return { ...asking, ...storage(page, notLoaded) };
  };

const storage = (
  page: Lazy<PageActions>,
  notLoaded: () => void,
): Omit<ReturnType<typeof storageActions>, 'usedToday'> => ({
  keptSizes: () =>
    page.ask(
      (pages) => pages.keptSizes(),
      () => (notLoaded(), NO_SIZES),
      () => NO_SIZES,
    ),
  dropMessages: () => page.ask((pages) => pages.dropMessages(), notLoaded, nothing),
  dropDrafts: () => page.tell((pages) => pages.dropDrafts(), notLoaded),
});

import { NOT_LOADED } from '../connection/answers.ts';
import type { Answer } from '../interface/client.ts';
import { lazy, tellNotLoaded, type Lazy } from '../kernel/lazy.ts';
import type { accountActions } from './account-actions.ts';
import type { fileActions } from './file-actions.ts';
import type { groupActions } from './group-actions.ts';
import type { messageActions } from './message-actions.ts';
import type { momentActions } from './moment-actions.ts';
import type { MakePageActions, PageActions } from './page-actions.ts';
import type { peopleActions } from './people-actions.ts';
import type { pushActions } from './push-actions.ts';
import type { readActions } from './read-actions.ts';
import type { registerActions } from './register-actions.ts';
import type { storageActions } from './storage-actions.ts';

const NO_SIZES = { messages: 0, contacts: 0, drafts: 0, unsent: 0 };

type Ask = <T>(what: (pages: PageActions) => Answer<T>) => Answer<T>;

/**
 * The actions of pages with code that comes with the first of them, so that the list of chats loads without
 * it (UI-16). They answer with a promise, so waiting for code changes nothing for whoever asks.
 */
export const lazyPageActions =
  (load: () => Promise<MakePageActions>): MakePageActions =>
  (parts, raise) => {
    const page = lazy(load, (make) => make(parts, raise));
    const notLoaded = () => tellNotLoaded(raise);
    const ask: Ask = (what) => page.ask(what, () => (notLoaded(), NOT_LOADED));
    return {
      ...people(ask),
      ...files(ask),
      ...groups(ask),
      ...messages(ask),
      ...account(ask),
      ...moments(ask),
      ...push(ask),
      ...storage(page, ask, notLoaded),
      ...reading(ask),
      ...registering(ask),
    };
  };

const people = (ask: Ask): ReturnType<typeof peopleActions> => ({
  searchUser: (...args) => ask((pages) => pages.searchUser(...args)),
  person: (...args) => ask((pages) => pages.person(...args)),
  applyFriend: (...args) => ask((pages) => pages.applyFriend(...args)),
  applications: (...args) => ask((pages) => pages.applications(...args)),
  answerApplication: (...args) => ask((pages) => pages.answerApplication(...args)),
  withdrawApplication: (...args) => ask((pages) => pages.withdrawApplication(...args)),
  setRemark: (...args) => ask((pages) => pages.setRemark(...args)),
  unfriend: (...args) => ask((pages) => pages.unfriend(...args)),
});

const files = (ask: Ask): ReturnType<typeof fileActions> => ({
  sendEmoji: (...args) => ask((pages) => pages.sendEmoji(...args)),
  sendStoredFile: (...args) => ask((pages) => pages.sendStoredFile(...args)),
  uploadAvatar: (...args) => ask((pages) => pages.uploadAvatar(...args)),
  uploadEmoji: (...args) => ask((pages) => pages.uploadEmoji(...args)),
  emojis: (...args) => ask((pages) => pages.emojis(...args)),
  addEmoji: (...args) => ask((pages) => pages.addEmoji(...args)),
  deleteEmojis: (...args) => ask((pages) => pages.deleteEmojis(...args)),
  moveEmojis: (...args) => ask((pages) => pages.moveEmojis(...args)),
  searchMessages: (...args) => ask((pages) => pages.searchMessages(...args)),
  browse: (...args) => ask((pages) => pages.browse(...args)),
  files: (...args) => ask((pages) => pages.files(...args)),
  renewLink: (...args) => ask((pages) => pages.renewLink(...args)),
});

const groups = (ask: Ask): ReturnType<typeof groupActions> => ({
  createGroup: (...args) => ask((pages) => pages.createGroup(...args)),
  group: (...args) => ask((pages) => pages.group(...args)),
  members: (...args) => ask((pages) => pages.members(...args)),
  addMembers: (...args) => ask((pages) => pages.addMembers(...args)),
  removeMember: (...args) => ask((pages) => pages.removeMember(...args)),
  leaveGroup: (...args) => ask((pages) => pages.leaveGroup(...args)),
  dissolveGroup: (...args) => ask((pages) => pages.dissolveGroup(...args)),
  renameGroup: (...args) => ask((pages) => pages.renameGroup(...args)),
});

const messages = (ask: Ask): ReturnType<typeof messageActions> => ({
  mentionsOf: (...args) => ask((pages) => pages.mentionsOf(...args)),
  readMentions: (...args) => ask((pages) => pages.readMentions(...args)),
  send: (...args) => ask((pages) => pages.send(...args)),
  sendCard: (...args) => ask((pages) => pages.sendCard(...args)),
  sendPlace: (...args) => ask((pages) => pages.sendPlace(...args)),
  edit: (...args) => ask((pages) => pages.edit(...args)),
  pinMessage: (...args) => ask((pages) => pages.pinMessage(...args)),
  messagePins: (...args) => ask((pages) => pages.messagePins(...args)),
  recall: (...args) => ask((pages) => pages.recall(...args)),
  remove: (...args) => ask((pages) => pages.remove(...args)),
  forward: (...args) => ask((pages) => pages.forward(...args)),
});

const account = (ask: Ask): ReturnType<typeof accountActions> => ({
  updateProfile: (...args) => ask((pages) => pages.updateProfile(...args)),
  changePassword: (...args) => ask((pages) => pages.changePassword(...args)),
  changeAccount: (...args) => ask((pages) => pages.changeAccount(...args)),
  sendCode: (...args) => ask((pages) => pages.sendCode(...args)),
  ownCode: (...args) => ask((pages) => pages.ownCode(...args)),
  setGroupNotice: (...args) => ask((pages) => pages.setGroupNotice(...args)),
  setGroupSetting: (...args) => ask((pages) => pages.setGroupSetting(...args)),
  setManager: (...args) => ask((pages) => pages.setManager(...args)),
  muteMember: (...args) => ask((pages) => pages.muteMember(...args)),
  transferGroup: (...args) => ask((pages) => pages.transferGroup(...args)),
  clearGroup: (...args) => ask((pages) => pages.clearGroup(...args)),
  joinGroup: (...args) => ask((pages) => pages.joinGroup(...args)),
  groupCode: (...args) => ask((pages) => pages.groupCode(...args)),
  groupAtTheDoor: (...args) => ask((pages) => pages.groupAtTheDoor(...args)),
  scanned: (...args) => ask((pages) => pages.scanned(...args)),
});

const moments = (ask: Ask): ReturnType<typeof momentActions> => ({
  moments: (...args) => ask((pages) => pages.moments(...args)),
  addMoment: (...args) => ask((pages) => pages.addMoment(...args)),
  deleteMoment: (...args) => ask((pages) => pages.deleteMoment(...args)),
  likeMoment: (...args) => ask((pages) => pages.likeMoment(...args)),
  commentMoment: (...args) => ask((pages) => pages.commentMoment(...args)),
  deleteComment: (...args) => ask((pages) => pages.deleteComment(...args)),
});

const push = (ask: Ask): ReturnType<typeof pushActions> => ({
  pushKey: (...args) => ask((pages) => pages.pushKey(...args)),
  takePushes: (...args) => ask((pages) => pages.takePushes(...args)),
});

const storage = (
  page: Lazy<PageActions>,
  ask: Ask,
  notLoaded: () => void,
): ReturnType<typeof storageActions> => ({
  usedToday: (...args) => ask((pages) => pages.usedToday(...args)),
  keptSizes: () =>
    page.ask(
      (pages) => pages.keptSizes(),
      () => (notLoaded(), NO_SIZES),
    ),
  dropMessages: () => page.ask((pages) => pages.dropMessages(), notLoaded),
  dropDrafts: () => page.tell((pages) => pages.dropDrafts(), notLoaded),
});

const reading = (ask: Ask): ReturnType<typeof readActions> => ({
  markAllRead: (...args) => ask((pages) => pages.markAllRead(...args)),
});

const registering = (ask: Ask): ReturnType<typeof registerActions> => ({
  register: (...args) => ask((pages) => pages.register(...args)),
});

import { AMONG_PEOPLE } from './ways/among-people.ts';
import { IN_CHATS } from './ways/in-chats.ts';
import type { Way } from './ways/way.ts';

/** All ways, with a row for each way of a call. */
export const WAYS: readonly Way[] = [...IN_CHATS, ...AMONG_PEOPLE];

/** Calls by which no user reaches another, each with the reason. */
export const NO_WAYS: Readonly<Record<string, string>> = {
  'of the account itself': `
    /common/pub/login /common/pub/askPasskey /common/pub/beginOpenId /common/pub/finishOpenId
    /common/pub/sendCode /common/pub/register /common/pub/logout /common/pub/offline
    /common/pub/bindUid /common/pub/bindGroup
    /common/pub/checkVersion /common/pub/getSystemInfo /common/push/subscribe
    setPrivacy editAccount editPassword prove getSecondStep beginSecondStep confirmSecondStep endSecondStep 
    getPasskeys beginPasskey addPasskey renamePasskey removePasskey getOpenIds removeOpenId getLogins endLogin
    getOwnData
    eraseAccount exportData /common/upload/uploadAvatar /common/upload/uploadEmoji
    /enterprise/files/quota /enterprise/emoji/index /enterprise/emoji/add /enterprise/emoji/del
    /enterprise/emoji/move`,
  'state of one user, shown to no other': `
    keep getKept setChatTop isNotice archiveChat markUnread delChat readAtMsg followThread setReminder
    getLater discardScheduled /enterprise/friend/setNickname getAdminNotice`,
  'reads what is stored for the asker; the rows of what is sent look there': `
    getMessageList getMessagePins getThread locateMessage search sync getContactInfo reactions voters
    /enterprise/files/index /common/upload/renew /enterprise/friend/index /enterprise/friend/getApplyMsg
    /scan/g/:token /scan/u/:token /enterprise/group/groupInfo /enterprise/group/getAllUser
    /enterprise/group/groupLines`,
  'leading a group, which its table of roles decides': `
    /enterprise/group/removeUser /enterprise/group/removeGroup /enterprise/group/editGroupName
    /enterprise/group/addGroupLink /enterprise/group/groupLinks /enterprise/group/endGroupLink
    /enterprise/group/groupRequests /enterprise/group/answerGroupRequest /enterprise/group/setNotice
    /enterprise/group/groupSetting /enterprise/group/setManager /enterprise/group/setNoSpeak
    /enterprise/group/changeOwner /enterprise/group/clearMessage`,
  'takes away what the asker wrote': `removePreview /enterprise/moments/del /enterprise/moments/delComment`,
  'silent (BLOCK-1), or for moderators alone (REPORT-1)': `blockPerson blockedPeople report`,
  'of the socket itself': `ping ack presence`,
};

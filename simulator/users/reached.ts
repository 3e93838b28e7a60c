import type { Subject } from '../plan/step.ts';

/**
 * Parts of the product each subject reaches, by the names that a run counts; `everybody`: everyday actions.
 */
export interface Reached {
  /** Last parts of their paths where those are of one kind, else whole paths. */
  readonly calls?: readonly string[];
  readonly events?: string;
  readonly frames?: string;
  readonly refusals?: string;
  readonly settings?: string;
  readonly jobs?: string;
  readonly commands?: readonly string[];
}

/** Names apart, however many lines they take. */
export const namesIn = (text: string): readonly string[] => text.split(/\s+/).filter((name) => name !== '');

const under = (folder: string, names: string): readonly string[] =>
  namesIn(names).map((name) => `${folder}/${name}`);
const IM = '/enterprise/im';
const GROUP = '/enterprise/group';
const PUB = '/common/pub';

export const REACHED: Readonly<Record<'everybody' | Subject, Reached>> = {
  everybody: {
    calls: [
      ...under(
        IM,
        `getContacts sync getMessageList sendMessage forwardMessage setMsgIsRead undoMessage delMessage
          setChatTop isNotice delChat getUserInfo sendToMsg`,
      ),
      ...under(
        GROUP,
        'add addGroupUser removeUser removeGroup editGroupName setManager setNoSpeak groupSetting',
      ),
      ...under('/enterprise/friend', 'add index update withdraw del setNickname'),
      ...under(PUB, 'login logout register getSystemInfo bindGroup'),
    ],
    events: `message recall delete read rename added removed dissolved groupSetting manager muted call top
        notice hide mark mentionMark joined left application applicationDone remark session`,
    frames: `ping pong init presence webrtc simple group void undoMessage delMessage setChatTop setIsNotice
        hideChat readMark mentionMark readAll addGroup appendContact addGroupUser removeUser removeGroup
        editGroupName groupSetting setManager setNoSpeak applications remark`,
    refusals: `alreadyFriends alreadyApplied callState contactUnknown friendUnknown groupFew messageUnknown
        mutedManagers mutedOwner mutedUntil needLogin noPermission notMyFriend onlyFriends ownerLeave
        sessionEnded userUnknown away`,
    jobs: 'EndingUnanswered LiftingQuiet',
  },
  finding: {
    calls: [
      ...under(IM, 'search searchUser directory getContactInfo readAtMsg updateCard'),
      '/enterprise/friend/getApplyMsg',
    ],
    events: 'updated',
    frames: 'updateMessage',
    refusals: 'directoryOff',
    settings: 'sysInfo.directory',
    jobs: 'Indexing',
  },
  editing: {
    calls: under(IM, 'editMessage'),
    events: 'edited',
    refusals: 'editOff editLate editKind',
    settings: 'chatInfo.editTime',
  },
  pinning: {
    calls: under(IM, 'pinMessage getMessagePins'),
    events: 'pinned unpinned',
    frames: 'pinned unpinned',
    refusals: 'pinKind',
  },
  reacting: {
    calls: under(IM, 'react reactions'),
    events: 'reacted',
    frames: 'reacted',
    refusals: 'reactionUnknown reactionKind reactionsOwn',
  },
  polling: {
    calls: under(IM, 'vote closePoll voters'),
    events: 'voted pollClosed',
    frames: 'poll',
    refusals: 'pollHere pollOptions pollLong pollNone pollChoice pollOver pollSecret',
  },
  threading: {
    calls: under(IM, 'getThread followThread locateMessage'),
    events: 'follow',
    frames: 'followThread',
  },
  arranging: {
    calls: under(IM, 'archiveChat markUnread keep getKept'),
    events: 'archive unread kept',
    frames: 'archiveChat markUnread kept',
  },
  safety: {
    calls: under(IM, 'blockPerson blockedPeople report'),
    events: 'blocked',
    frames: 'blockPerson',
    refusals: 'youBlocked addsNobody reportKind',
    commands: ['reports list', 'reports show', 'reports decide'],
  },
  later: {
    calls: under(IM, 'scheduleMessage changeScheduled sendScheduled discardScheduled setReminder getLater'),
    events: 'later reminded',
    frames: 'later reminded',
    refusals: 'timeWrong scheduledUnknown',
    jobs: 'DoingLater',
  },
  vanishing: {
    calls: under(IM, 'setTimer'),
    events: 'timer',
    frames: 'timer',
    refusals: 'timerHere',
    jobs: 'ErasingDue',
  },
  linking: {
    calls: under(IM, 'removePreview'),
    events: 'previewed',
    frames: 'previewed',
    settings: 'chatInfo.linkPreview',
  },
  typing: { calls: under(IM, 'setPrivacy readBy'), frames: 'typing' },
  leading: {
    calls: under(GROUP, 'setNotice changeOwner clearMessage groupInfo groupUserList getAllUser'),
    events: 'owner cleared',
    frames: 'changeOwner clearMessage',
  },
  guiding: {
    calls: under(GROUP, 'addGroupLink groupLinks endGroupLink groupRequests answerGroupRequest groupLines'),
    frames: 'groupRequests',
    refusals: 'mediaManagers slowMode joinAsks linkUnknown requestUnknown linksFull',
  },
  doors: {
    calls: [`${GROUP}/joinGroup`, '/scan/g/:token', '/scan/u/:token'],
    refusals: 'alreadyMember joinClosed joinBarred joinNeedsInvite barredMember notMember codeDead',
  },
  files: {
    calls: [
      ...under('/common/upload', 'uploadFile uploadAvatar uploadEmoji renew'),
      ...under('/enterprise/emoji', 'index add del move'),
      ...under('/enterprise/files', 'index quota'),
    ],
    refusals:
      'fileEmpty mediaLong voiceUnreadable pictureKind pictureLarge quotaFiles quotaBytes quotaServer full',
    settings: 'QUOTA_FILES QUOTA_FILES_MB QUOTA_ALL_FILES_MB DISK_FLOOR_MB',
    jobs: 'Sweeping',
  },
  moments: {
    calls: under('/enterprise/moments', 'list news add del like comment delComment'),
    frames: 'moments',
  },
  account: {
    calls: [
      ...under(
        IM,
        `updateUserInfo editPassword editAccount getAdminNotice getLogins endLogin getSecondStep
          beginSecondStep confirmSecondStep endSecondStep getPasskeys beginPasskey addPasskey
          renamePasskey removePasskey getOpenIds removeOpenId`,
      ),
      ...under(PUB, 'sendCode checkVersion askPasskey beginOpenId finishOpenId'),
    ],
    events: 'profile',
    frames: 'profile profiles',
    refusals: `accountTaken addressKind codeSoon codeWrong mailFailed needCode passwordWrong sameAccount
        inviteOnly inviteDead passwordTries codeMany loginUnknown
        needOtp otpWrong secondStepOn secondStepOff
        passkeysOff passkeyUnknown passkeyTaken passkeyWrong passkeyLate
        openIdUnknown openIdAway openIdDenied openIdWrong openIdLate openIdAddress openIdNobody openIdGone`,
    settings: 'REGISTRATION WIRE_TIME PUBLIC_URL ALLOW_ORIGINS TURN_SECRET WAIT_MS',
  },
  rule: {
    frames: 'updateConfig',
    refusals: `accountDisabled siteClosed privateOff groupOff groupMany recallLate deleteOff callsOff demoMode
        nameFixed needPhone needEmail passwordLengthLong interval notTried fileKind`,
    settings: `sysInfo.name sysInfo.logo sysInfo.description sysInfo.state sysInfo.closeTips sysInfo.regtype
        sysInfo.regauth sysInfo.registerInterval sysInfo.runMode sysInfo.ipregion sysInfo.multipleLogin
        sysInfo.diyName sysInfo.longPasswords sysInfo.welcomeGroup
        chatInfo.simpleChat chatInfo.groupChat chatInfo.groupUserMax
        chatInfo.online
        chatInfo.webrtc chatInfo.stun chatInfo.stunUser chatInfo.stunPass chatInfo.sendInterval
        chatInfo.redoTime chatInfo.dbDelMsg chatInfo.msgClear chatInfo.msgClearDay fileUpload.size
        fileUpload.avatarSize fileUpload.emojiSize fileUpload.preview fileUpload.fileExt compass.status
        compass.mode demon_mode`,
    commands: [
      'invite',
      'invite list',
      'invite end',
      'user list',
      'user create',
      'user disable',
      'user enable',
      'user password',
      'user sign-out',
      'user totp-reset',
      'user passkeys-reset',
      'user openids-reset',
      'user role',
      'notice publish',
      'notice list',
      'notice delete',
      'settings show',
      'settings set',
      'discover list',
      'discover add',
      'discover delete',
      'release set',
      'audit verify',
    ],
  },
  time: { jobs: 'Pruning Purging', commands: ['retention set', 'retention list'] },
  push: { calls: ['/common/push/subscribe'], jobs: 'Pushing' },
  leaving: {
    calls: under(IM, 'getOwnData eraseAccount'),
    events: 'anew',
    refusals: 'firstStays accountErased',
    settings: 'ERASED_WORDS',
    jobs: 'FinishingErasures',
  },
  mistakes: {
    calls: under(PUB, 'bindUid offline'),
    refusals: `badBody badField pathUnknown tooLarge tooOften needAccount accountLength accountShape
        needNickname nicknameLength needPassword passwordLength passwordCommon passwordMismatch email
        tooLong loginWrong mailOff smsOff ownAccountOnly needOldPassword notOwnSocket socketGone
        uploadsOff uploadsMany badForm fileMissing fileLarge fileUnknown notSelf needVerification
        needRemark applicationUnknown typeUnknown needsUpload emptyMessage messageLong markupHeavy
        badExtends idTaken arrayLarge forwardCount forwardKind pushOff callUnknown momentUnknown
        momentPictures groupUnknown groupNameLength inviteMany needNotice quotaMessages`,
    settings: 'QUOTA_MESSAGES',
  },
};

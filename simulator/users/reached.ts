/** Parts of the product that actions reach, by the names that a run counts. */
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

export const under = (folder: string, names: string): readonly string[] =>
  namesIn(names).map((name) => `${folder}/${name}`);
export const IM = '/enterprise/im';
export const GROUP = '/enterprise/group';
export const PUB = '/common/pub';

/** What everyday actions reach. */
export const EVERYDAY: Reached = {
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
      mutedManagers mutedOwner mutedUntil needLogin noPermission notMyFriend onlyFriends overtaken ownerLeave
      sessionEnded userUnknown away`,
  jobs: 'EndingUnanswered LiftingQuiet',
};

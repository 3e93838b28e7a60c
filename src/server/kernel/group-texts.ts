/** The texts of answers about groups; see `TEXTS`. */
export const GROUP_TEXTS = {
  groupOff: { zh: '当前禁止创建群聊', en: 'Creating groups is turned off' },
  groupUnknown: { zh: '群聊不存在', en: 'This group does not exist' },
  groupNotice: { zh: '群公告：', en: 'Group notice: ' },
  groupName: { zh: '群聊', en: 'Group chat' },
  groupNameLength: { zh: '群名称长度为 1 到 {max} 个字符', en: 'A group name has 1 to {max} characters' },
  groupFew: { zh: '请至少选择一位其他成员', en: 'Please choose at least one other person' },
  groupMany: { zh: '群成员不能超过 {max} 人', en: 'A group has at most {max} members' },
  inviteMany: { zh: '一次最多邀请 {max} 人', en: 'At most {max} people at once' },
  addsNobody: {
    zh: '你选择的人中有人不允许被拉入群聊',
    en: 'Some of the people you chose do not allow others to add them to groups',
  },
  onlyFriends: { zh: '只能邀请自己的好友', en: 'You can only invite your friends' },
  renamed: { zh: '修改成功', en: 'Changed' },
  notMember: { zh: '你不是该群成员', en: 'You are not a member of this group' },
  noPermission: { zh: '没有权限', en: "You don't have permission to do this" },
  mutedManagers: {
    zh: '群聊已开启禁言，仅群主和管理员可发言',
    en: 'Only the owner and admins can send messages',
  },
  mutedOwner: { zh: '群聊已开启禁言，仅群主可发言', en: 'Only the owner can send messages' },
  slowMode: {
    zh: '本群已开启慢速模式，请在 {sec} 秒后再发',
    en: 'Slow mode is on. Try again in {sec} s',
  },
  mediaManagers: {
    zh: '本群仅群主和管理员可发送图片、视频、文件和语音',
    en: 'Only the owner and admins can send pictures, videos, files and voice messages here',
  },
  mutedUntil: { zh: '你已被禁言', en: 'You are muted in this group' },
  needNotice: { zh: '请输入群公告', en: 'Please enter the group notice' },
  joinClosed: { zh: '该群已关闭加群', en: 'This group does not accept new members' },
  joinNeedsInvite: {
    zh: '邀请无效或已过期，请让群成员发送新的二维码或邀请你加入',
    en: 'This invitation is invalid or has expired. Ask a member for a new code or to add you',
  },
  joinBarred: {
    zh: '你已被移出该群，只有群主或管理员可以重新邀请你',
    en: 'You were removed from this group. Only the owner or an admin can add you again',
  },
  barredMember: {
    zh: '{names}已被移出该群，只有群主或管理员可以重新邀请',
    en: '{names} was removed from this group. Only the owner or an admin can add them again',
  },
  joinAsks: {
    zh: '加入该群需要群主或管理员同意',
    en: 'The owner or an admin of this group has to accept your request',
  },
  linksFull: { zh: '邀请链接最多 {max} 个', en: 'A group has at most {max} links' },
  linkUnknown: { zh: '邀请链接不存在', en: 'This link does not exist' },
  requestsFull: {
    zh: '入群申请太多，请稍后再试',
    en: 'Too many requests are waiting. Please try again later',
  },
  requestUnknown: { zh: '入群申请不存在', en: 'This request does not exist' },
  alreadyMember: { zh: '你已经是群成员', en: 'You are already in this group' },
  muteTime: { zh: '禁言时间不正确', en: 'This mute time is invalid' },
  codeDead: { zh: '二维码无效或已过期', en: 'This QR code is invalid or has expired' },
  groupCallFull: { zh: '通话最多 {max} 人', en: 'At most {max} people can be in this call' },
  groupCallRemoved: { zh: '你已被移出该通话', en: 'You were removed from this call' },
  ownerLeave: {
    zh: '群主不能退出群聊，请先转让或解散',
    en: 'The owner cannot leave. Transfer or dissolve the group first',
  },
} as const satisfies Readonly<Record<string, { readonly zh: string; readonly en: string }>>;

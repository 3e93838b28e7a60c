/**
 * Every text that a call may answer, by reason (WIRE-7). `{name}` is filled from the refusal.
 * Simplified Chinese is the default; English for `en`.
 */
export const TEXTS = {
  // the request itself
  badBody: { zh: '请求内容无法识别', en: 'The request could not be read' },
  badField: { zh: '参数 {field} 不正确', en: 'The field {field} is not right' },
  tooLarge: { zh: '请求内容过大', en: 'The request is too large' },
  tooOften: { zh: '操作过于频繁，请稍后再试', en: 'Too many requests, please try again later' },
  away: { zh: '系统繁忙，请稍后再试', en: 'The system is busy, please try again' },
  notTried: { zh: '尚未发送', en: 'Not tried yet' },
  // accounts
  needLogin: { zh: '请先登录', en: 'Please log in first' },
  sessionEnded: { zh: '登录已失效，请重新登录', en: 'Your session has ended, please log in again' },
  needAccount: { zh: '请输入账号', en: 'Please enter an account' },
  accountLength: { zh: '账号长度为 4 到 32 个字符', en: 'An account has 4 to 32 characters' },
  accountShape: { zh: '账号只能包含文字、数字和 . _ @ + -', en: 'An account holds letters, digits and . _ @ + - only' },
  needNickname: { zh: '请输入昵称', en: 'Please enter a name' },
  nicknameLength: { zh: '昵称长度为 2 到 16 个字符', en: 'A name has 2 to 16 characters' },
  needPassword: { zh: '请输入密码', en: 'Please enter a password' },
  passwordLength: { zh: '密码长度为 6 到 16 个字符', en: 'A password has 6 to 16 characters' },
  passwordMismatch: { zh: '两次输入的密码不一致', en: 'The passwords are not the same' },
  email: { zh: '邮箱格式不正确', en: 'This is not an e-mail address' },
  tooLong: { zh: '内容过长', en: 'The text is too long' },
  accountTaken: { zh: '账号已存在', en: 'This account exists already' },
  inviteOnly: { zh: '当前仅支持邀请注册', en: 'Registration is by invitation only' },
  inviteDead: { zh: '邀请码无效或已过期', en: 'The invitation code is wrong or has expired' },
  accountUnknown: { zh: '账号不存在', en: 'There is no such account' },
  accountDisabled: { zh: '账号已被禁用', en: 'This account is disabled' },
  passwordWrong: { zh: '密码错误', en: 'The password is wrong' },
  passwordTries: { zh: '密码错误次数过多，请稍后再试', en: 'Too many wrong passwords, please try again later' },
  notOwnSocket: { zh: '连接不属于当前用户', en: 'This connection is not yours' },
  socketGone: { zh: '连接已断开，请重试', en: 'The connection is gone, please try again' },
  // people
  userUnknown: { zh: '用户不存在', en: 'There is no such user' },
  notSelf: { zh: '不能对自己进行此操作', en: 'You cannot do this to yourself' },
  needVerification: { zh: '请输入验证信息', en: 'Please enter a verification message' },
  needRemark: { zh: '请输入备注', en: 'Please enter a remark' },
  alreadyFriends: { zh: '你们已经是好友了', en: 'You are friends already' },
  alreadyApplied: { zh: '已发送过申请，请等待对方处理', en: 'You have applied already, please wait' },
  applicationUnknown: { zh: '申请不存在或已处理', en: 'There is no such application, or it is answered' },
  friendUnknown: { zh: '对方不是你的好友', en: 'This person is not your friend' },
  // conversations
  contactUnknown: { zh: '会话不存在', en: 'There is no such conversation' },
  privateOff: { zh: '当前禁止私聊', en: 'Private chats are switched off' },
  notMyFriend: { zh: '对方不是你的好友，请先添加好友', en: 'This person is not your friend yet' },
  notTheirFriend: { zh: '你还不是对方的好友', en: 'You are not a friend of this person' },
  // messages
  typeUnknown: { zh: '不支持的消息类型', en: 'This kind of message is not known' },
  needsUpload: { zh: '请先上传文件', en: 'Please upload the file first' },
  emptyMessage: { zh: '消息内容不能为空', en: 'The message is empty' },
  messageLong: { zh: '消息不能超过 {max} 个字符', en: 'A message has at most {max} characters' },
  badExtends: { zh: '消息附加信息不正确', en: 'The details of the message are not right' },
  idTaken: { zh: '消息编号已被使用', en: 'This message id is taken' },
  interval: { zh: '发送过快，请 {sec} 秒后再试', en: 'Too fast, please wait {sec} s' },
  arrayLarge: { zh: '一次最多发送 {max} 条消息', en: 'At most {max} messages at once' },
  messageUnknown: { zh: '消息不存在', en: 'There is no such message' },
  recallLate: { zh: '已超过可撤回的时间', en: 'It is too late to recall this message' },
  deleteOff: { zh: '当前不允许双向删除', en: 'Deleting for everyone is switched off' },
  forwardCount: { zh: '请选择 1 到 {max} 个会话', en: 'Please choose 1 to {max} conversations' },
  forwardKind: { zh: '该消息不能转发', en: 'This message cannot be forwarded' },
  forwarded: { zh: '转发成功', en: 'Forwarded' },
  forwardPart: { zh: '部分转发失败', en: 'Some could not be forwarded' },
  // groups
  groupOff: { zh: '当前禁止创建群聊', en: 'Making groups is switched off' },
  groupUnknown: { zh: '群聊不存在', en: 'There is no such group' },
  groupName: { zh: '群聊', en: 'Group chat' },
  groupNameLength: { zh: '群名称长度为 1 到 {max} 个字符', en: 'A group name has 1 to {max} characters' },
  groupFew: { zh: '请至少选择一位其他成员', en: 'Please choose at least one other person' },
  groupMany: { zh: '群成员不能超过 {max} 人', en: 'A group has at most {max} members' },
  inviteMany: { zh: '一次最多邀请 {max} 人', en: 'At most {max} people at once' },
  onlyFriends: { zh: '只能邀请自己的好友', en: 'You can only invite your friends' },
  renamed: { zh: '修改成功', en: 'Changed' },
  notMember: { zh: '你不是该群成员', en: 'You are not a member of this group' },
  noPermission: { zh: '没有权限', en: 'You are not allowed to do this' },
  mutedManagers: { zh: '群聊已开启禁言，仅群主和管理员可发言', en: 'Only the owner and managers may speak' },
  mutedOwner: { zh: '群聊已开启禁言，仅群主可发言', en: 'Only the owner may speak' },
  mutedUntil: { zh: '你已被禁言', en: 'You are muted in this group' },
  ownerLeave: { zh: '群主不能退出群聊，请先转让或解散', en: 'The owner cannot leave; transfer or dissolve the group first' },
} as const satisfies Readonly<Record<string, { readonly zh: string; readonly en: string }>>;

export type Reason = keyof typeof TEXTS;
export type Language = 'zh' | 'en';
export type TextFacts = Readonly<Record<string, string | number>>;

export const say = (reason: Reason, language: Language, facts: TextFacts = {}): string =>
  TEXTS[reason][language].replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));

/** `en` and `en-US` are English, everything else is Simplified Chinese. */
export const languageOf = (header: string | null): Language => (/^\s*en\b/i.test(header ?? '') ? 'en' : 'zh');

/**
 * Every text that a call may answer, by reason (WIRE-7). `{name}` is filled from the refusal.
 * Simplified Chinese is the default; English for `en`.
 */
export const TEXTS = {
  // the request itself
  youBlocked: {
    zh: '你已屏蔽对方，请先解除屏蔽',
    en: 'You have blocked this person; unblock them first',
  },
  blockedMany: { zh: '最多屏蔽 {max} 人', en: 'At most {max} people can be blocked' },
  directoryOff: { zh: '本站没有开启找人名单', en: 'This server has no directory of names' },
  badBody: { zh: '请求内容无法识别', en: 'The request could not be read' },
  badField: { zh: '参数 {field} 不正确', en: 'The field {field} is not right' },
  pathUnknown: { zh: '接口不存在', en: 'There is no such call' },
  tooLarge: { zh: '请求内容过大', en: 'The request is too large' },
  tooOften: { zh: '操作过于频繁，请稍后再试', en: 'Too many requests, please try again later' },
  away: { zh: '系统繁忙，请稍后再试', en: 'The system is busy, please try again' },
  full: {
    zh: '服务器存储空间已满，消息会保留并自动重试',
    en: 'The server has no room left; nothing is lost, and it will be tried again',
  },
  readOnly: {
    zh: '服务器数据库当前为只读，消息会保留并自动重试',
    en: 'The database of the server is read-only now; nothing is lost, and it will be tried again',
  },
  notTried: { zh: '尚未发送', en: 'Not tried yet' },
  // accounts
  needLogin: { zh: '请先登录', en: 'Please log in first' },
  sessionEnded: { zh: '登录已失效，请重新登录', en: 'Your session has ended, please log in again' },
  accountErased: {
    zh: '此账号已注销，本设备上的内容已清除',
    en: 'This account was erased; this device has forgotten everything of it',
  },
  needAccount: { zh: '请输入账号', en: 'Please enter an account' },
  accountLength: { zh: '账号长度为 4 到 32 个字符', en: 'An account has 4 to 32 characters' },
  accountShape: {
    zh: '账号只能包含文字、数字和 . _ @ + -',
    en: 'An account holds letters, digits and . _ @ + - only',
  },
  needNickname: { zh: '请输入昵称', en: 'Please enter a name' },
  nicknameLength: { zh: '昵称长度为 2 到 16 个字符', en: 'A name has 2 to 16 characters' },
  nameShape: {
    zh: '名称中有看不见的字符，请重新输入',
    en: 'The name contains invisible characters; please type it again',
  },
  needPassword: { zh: '请输入密码', en: 'Please enter a password' },
  passwordLength: { zh: '密码长度为 6 到 16 个字符', en: 'A password has 6 to 16 characters' },
  passwordLengthLong: { zh: '密码长度为 8 到 128 个字符', en: 'A password has 8 to 128 characters' },
  passwordCommon: {
    zh: '密码过于常见，请换一个',
    en: 'This password is among the commonest, please choose another one',
  },
  passwordMismatch: { zh: '两次输入的密码不一致', en: 'The passwords are not the same' },
  email: { zh: '邮箱格式不正确', en: 'This is not an e-mail address' },
  tooLong: { zh: '内容过长', en: 'The text is too long' },
  accountTaken: { zh: '账号已存在', en: 'This account exists already' },
  inviteOnly: { zh: '当前仅支持邀请注册', en: 'Registration is by invitation only' },
  inviteDead: { zh: '邀请码无效或已过期', en: 'The invitation code is wrong or has expired' },
  accountDisabled: { zh: '账号已被禁用', en: 'This account is disabled' },
  loginWrong: { zh: '账号或密码错误', en: 'The account or the password is wrong' },
  passwordWrong: { zh: '密码错误', en: 'The password is wrong' },
  passwordTries: {
    zh: '密码错误次数过多，请稍后再试',
    en: 'Too many wrong passwords, please try again later',
  },
  addressKind: { zh: '请输入正确的手机号或邮箱', en: 'Please enter a phone number or an e-mail address' },
  needPhone: { zh: '请使用手机号注册', en: 'Please register with a phone number' },
  needEmail: { zh: '请使用邮箱注册', en: 'Please register with an e-mail address' },
  mailOff: { zh: '当前未开启邮箱验证码', en: 'Codes by mail are not switched on' },
  smsOff: { zh: '当前未开启短信验证码', en: 'Codes by text message are not switched on' },
  mailFailed: { zh: '验证码发送失败，请稍后再试', en: 'The code could not be sent, please try again later' },
  codeSent: { zh: '请查收邮件', en: 'Please look into your mail' },
  codeSoon: { zh: '请 {sec} 秒后再获取验证码', en: 'Please wait {sec} s before the next code' },
  codeMany: {
    zh: '今天获取验证码的次数过多，请明天再试',
    en: 'Too many codes in one day, please try again tomorrow',
  },
  codeSubject: { zh: '{name} 验证码', en: '{name} code' },
  codeText: {
    zh: '您的验证码是 {code}，5 分钟内有效。如非本人操作请忽略。',
    en: 'Your code is {code}. It is good for 5 minutes. If you did not ask for it, ignore this mail.',
  },
  accountSubject: { zh: '{name} 账号', en: '{name} account' },
  accountThereText: {
    zh: '此邮箱已有账号，请直接登录；忘记密码可用验证码登录。如非本人操作请忽略。',
    en:
      'There is an account with this address already: please log in, by a code if the password is ' +
      'forgotten. If it was not you, ignore this mail.',
  },
  accountMissingText: {
    zh: '有人请求用此邮箱登录，但没有可以登录的账号。如非本人操作请忽略。',
    en:
      'Somebody asked for a code to log in with this address, but it has no account to log in to. ' +
      'If it was not you, ignore this mail.',
  },
  needCode: { zh: '请输入验证码', en: 'Please enter the code' },
  codeWrong: { zh: '验证码错误或已过期', en: 'The code is wrong or has expired' },
  demoMode: { zh: '演示模式下不能进行此操作', en: 'This cannot be done in demo mode' },
  siteClosed: { zh: '{tips}', en: '{tips}' },
  siteClosedText: { zh: '系统维护中，请稍后再试', en: 'The service is closed for now' },
  ownAccountOnly: { zh: '只能向当前账号发送验证码', en: 'Codes for this go to your own account' },
  sameAccount: { zh: '新账号与当前账号相同', en: 'This is your account already' },
  nameFixed: { zh: '当前不允许修改昵称', en: 'Names cannot be changed here' },
  needOldPassword: { zh: '请输入原密码或验证码', en: 'Please enter the old password or a code' },
  firstStays: {
    zh: '首位管理员的账号不能注销',
    en: 'The account of the first administrator cannot be erased',
  },
  loginUnknown: { zh: '该登录已失效', en: 'This device is logged out already' },
  needProof: { zh: '请先确认是您本人', en: 'Please confirm that it is you' },
  needSecondStep: {
    zh: '此服务器要求管理员开启两步验证。请先在“账号安全”中开启',
    en: 'Administrators need two-step login on this server. Switch it on in "Account security" first',
  },
  needOtp: { zh: '请输入两步验证的验证码', en: 'Please enter the code of your two-step login' },
  otpWrong: { zh: '验证码错误或已使用', en: 'The code is wrong or was used already' },
  secondStepOn: { zh: '两步验证已开启', en: 'Two-step login is on already' },
  secondStepOff: { zh: '两步验证未开启', en: 'Two-step login is off' },
  passkeysOff: {
    zh: '此服务器未设置域名和 https 访问地址，无法使用通行密钥',
    en: 'Passkeys need the server to have a domain and https; its operator sets that',
  },
  passkeysFull: { zh: '最多添加 {max} 个通行密钥', en: 'At most {max} passkeys' },
  passkeyUnknown: { zh: '该通行密钥已被移除', en: 'This passkey has been removed' },
  passkeyTaken: { zh: '该通行密钥已添加过', en: 'This passkey has been added before' },
  passkeyWrong: { zh: '通行密钥无效，请换一种方式登录', en: 'This passkey does not open this account' },
  passkeyLate: { zh: '操作超时，请重试', en: 'This took too long, please try again' },
  openIdUnknown: { zh: '该登录方式不可用', en: 'This way to log in is not available' },
  openIdAway: {
    zh: '该登录服务没有响应，请稍后再试',
    en: 'This login service does not answer, please try again later',
  },
  openIdDenied: { zh: '已取消登录', en: 'The login was cancelled' },
  openIdWrong: {
    zh: '登录服务的答复无效，请重试',
    en: 'The answer of the login service is not valid, please try again',
  },
  openIdLate: { zh: '登录已失效，请重试', en: 'This login has expired or was used, please try again' },
  openIdAddress: {
    zh: '登录服务没有提供已验证的邮箱',
    en: 'The login service has given no verified e-mail address',
  },
  openIdNobody: { zh: '没有与此登录关联的账号', en: 'No account belongs to this login' },
  openIdGone: { zh: '该登录方式已解除关联', en: 'This login is no longer linked' },
  ldapAway: {
    zh: '公司账号服务没有响应，请稍后再试',
    en: 'The server of your organisation does not answer, please try again later',
  },
  ldapTaken: {
    zh: '已有同名账号，请联系管理员',
    en: 'There is an account of that name already; please ask whoever runs this server',
  },
  ldapOwnPassword: {
    zh: '该邮箱已有账号，请再输入该账号原来的密码（仅此一次）',
    en: 'There is an account with this address. Enter its own password as well, this once',
  },
  ldapOwnWrong: {
    zh: '该账号原来的密码错误',
    en: 'The account’s own password is wrong',
  },
  ldapPassword: {
    zh: '该账号的密码由公司统一管理，请在那里修改',
    en: 'Your organisation keeps the password of this account; please change it there',
  },
  localNet: { zh: '局域网', en: 'Local network' },
  notOwnSocket: { zh: '连接不属于当前用户', en: 'This connection is not yours' },
  socketGone: { zh: '连接已断开，请重试', en: 'The connection is gone, please try again' },
  // files
  uploadsOff: { zh: '当前不支持上传', en: 'Uploads are not available here' },
  uploadsMany: { zh: '上传任务过多，请稍后再试', en: 'Too many uploads at once, please try again' },
  badForm: { zh: '上传内容无法识别', en: 'The upload could not be read' },
  fileMissing: { zh: '请选择文件', en: 'Please choose a file' },
  fileEmpty: { zh: '文件内容为空', en: 'The file is empty' },
  fileLarge: { zh: '文件不能超过 {max} MB', en: 'A file may have at most {max} MB' },
  fileKind: { zh: '不支持的文件类型', en: 'This kind of file is not allowed' },
  pictureKind: {
    zh: '请选择图片（jpg、png、gif、webp）',
    en: 'Please choose a picture (jpg, png, gif, webp)',
  },
  pictureLarge: { zh: '图片尺寸过大', en: 'The picture has too many points' },
  mediaLong: { zh: '时长不能超过 {sec} 秒', en: 'It may last at most {sec} s' },
  voiceUnreadable: { zh: '无法识别的语音', en: 'This voice message could not be read' },
  fileUnknown: { zh: '文件不存在或已失效', en: 'There is no such file, or it is gone' },
  quotaBytes: {
    zh: '24 小时内最多上传 {max} MB，已用 {used} MB，{hours} 小时 {minutes} 分钟后恢复',
    en:
      'At most {max} MB of files in a day; {used} MB are used, ' +
      'and it begins anew in {hours} h {minutes} min',
  },
  quotaFiles: {
    zh: '24 小时内最多上传 {max} 个文件，已用 {used} 个，{hours} 小时 {minutes} 分钟后恢复',
    en: 'At most {max} files in a day; {used} are used, and it begins anew in {hours} h {minutes} min',
  },
  quotaMessages: {
    zh: '24 小时内最多发送 {max} 条消息，已用 {used} 条，{hours} 小时 {minutes} 分钟后恢复',
    en: 'At most {max} messages in a day; {used} are used, and it begins anew in {hours} h {minutes} min',
  },
  quotaServer: {
    zh: '服务器的文件空间（{max} MB）已用完',
    en: 'The server’s room for files ({max} MB) is used up',
  },
  emojiMany: { zh: '最多添加 {max} 个表情', en: 'At most {max} emoji' },
  // people
  userUnknown: { zh: '用户不存在', en: 'There is no such user' },
  notSelf: { zh: '不能对自己进行此操作', en: 'You cannot do this to yourself' },
  needVerification: { zh: '请输入验证信息', en: 'Please enter a verification message' },
  needRemark: { zh: '请输入备注', en: 'Please enter a remark' },
  alreadyFriends: { zh: '你们已经是好友了', en: 'You are friends already' },
  alreadyApplied: { zh: '已发送过申请，请等待对方处理', en: 'You have applied already, please wait' },
  applicationUnknown: { zh: '申请不存在或已处理', en: 'There is no such application, or it is answered' },
  friendUnknown: { zh: '对方不是你的好友', en: 'This person is not your friend' },
  reportKind: { zh: '这类内容无法举报', en: 'This cannot be reported' },
  reportsMany: { zh: '举报次数过多，请稍后再试', en: 'You have reported a lot, please try again later' },
  reportUnknown: { zh: '举报不存在或已删除', en: 'There is no such report, or it was erased' },
  reportDecided: { zh: '举报已处理', en: 'This report is decided already' },
  reportNothing: { zh: '该决定不适用于此举报', en: 'This decision does not fit this report' },
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
  markupHeavy: { zh: '消息格式过于复杂', en: 'This message has too much formatting' },
  badExtends: { zh: '消息附加信息不正确', en: 'The details of the message are not right' },
  idTaken: { zh: '消息编号已被使用', en: 'This message id is taken' },
  interval: { zh: '发送过快，请 {sec} 秒后再试', en: 'Too fast, please wait {sec} s' },
  arrayLarge: { zh: '一次最多发送 {max} 条消息', en: 'At most {max} messages at once' },
  messageUnknown: { zh: '消息不存在', en: 'There is no such message' },
  recallLate: { zh: '已超过可撤回的时间', en: 'It is too late to recall this message' },
  editOff: { zh: '当前不允许编辑消息', en: 'Editing is switched off' },
  editLate: { zh: '已超过可编辑的时间', en: 'It is too late to edit this message' },
  editKind: { zh: '该消息不能编辑', en: 'This message cannot be edited' },
  pinKind: { zh: '该消息不能置顶', en: 'This message cannot be pinned' },
  timerHere: { zh: '此处不能设置消息自动消失', en: 'Messages can’t disappear here' },
  timersFull: {
    zh: '修改过于频繁，请等之前的消息消失后再试',
    en: 'The timer was changed too often. Try again when earlier messages have disappeared',
  },
  pinsFull: { zh: '每个会话最多置顶 {max} 条消息', en: 'At most {max} messages can be pinned' },
  reactionUnknown: { zh: '只能使用表情或自己的图片', en: 'Only emoji and your own pictures can be used' },
  reactionKind: { zh: '无法回应该消息', en: 'You can’t react to this message' },
  reactionsOwn: { zh: '每条消息最多回应 {max} 种表情', en: 'At most {max} reactions on a message' },
  reactionsFull: {
    zh: '该消息的回应已达 {max} 种',
    en: 'This message already has {max} different reactions',
  },
  pollHere: { zh: '收藏中不能发起投票', en: 'There are no polls in Favourites' },
  pollOptions: {
    zh: '投票需有 {min} 到 {max} 个不同的选项，每个最多 {length} 字',
    en: 'A poll needs {min} to {max} different options of at most {length} characters',
  },
  pollLong: { zh: '问题最多 {max} 字', en: 'A question has at most {max} characters' },
  pollNone: { zh: '该消息不是投票', en: 'This message is no poll' },
  pollChoice: { zh: '没有该选项', en: 'There is no such option' },
  pollOver: { zh: '投票已结束', en: 'This poll has ended' },
  pollSecret: { zh: '该投票不公开投票人', en: 'This poll doesn’t tell who voted' },
  timeWrong: { zh: '请选择 30 秒后、一年内的时间', en: 'Choose a time within a year from now' },
  scheduledFull: {
    zh: '最多同时有 {max} 条定时消息',
    en: 'At most {max} messages can be scheduled at a time',
  },
  scheduledUnknown: {
    zh: '该定时消息已发送或已删除',
    en: 'This message is sent or discarded already',
  },
  remindersFull: { zh: '最多同时有 {max} 个提醒', en: 'At most {max} reminders are kept at a time' },
  deleteOff: { zh: '当前不允许双向删除', en: 'Deleting for everyone is switched off' },
  forwardCount: { zh: '请选择 1 到 {max} 个会话', en: 'Please choose 1 to {max} conversations' },
  forwardKind: { zh: '该消息不能转发', en: 'This message cannot be forwarded' },
  forwarded: { zh: '转发成功', en: 'Forwarded' },
  forwardPart: { zh: '部分转发失败', en: 'Some could not be forwarded' },
  pushOff: { zh: '当前服务器未开启推送', en: 'This server sends no pushes' },
  callsOff: { zh: '当前未开启音视频通话', en: 'Calls are switched off' },
  callUnknown: { zh: '通话不存在', en: 'There is no such call' },
  callState: { zh: '通话已在其他设备上处理', en: 'This call is not at that point' },
  momentUnknown: { zh: '动态不存在', en: 'There is no such moment' },
  momentPictures: { zh: '最多 {max} 张图片', en: 'At most {max} pictures' },
  momentFull: { zh: '评论已达上限', en: 'No more comments fit here' },
  // groups
  groupOff: { zh: '当前禁止创建群聊', en: 'Making groups is switched off' },
  groupUnknown: { zh: '群聊不存在', en: 'There is no such group' },
  groupName: { zh: '群聊', en: 'Group chat' },
  groupNameLength: { zh: '群名称长度为 1 到 {max} 个字符', en: 'A group name has 1 to {max} characters' },
  groupFew: { zh: '请至少选择一位其他成员', en: 'Please choose at least one other person' },
  groupMany: { zh: '群成员不能超过 {max} 人', en: 'A group has at most {max} members' },
  inviteMany: { zh: '一次最多邀请 {max} 人', en: 'At most {max} people at once' },
  addsNobody: {
    zh: '你选择的人中有人不允许被拉入群聊',
    en: 'Somebody you chose does not let others add them to groups',
  },
  onlyFriends: { zh: '只能邀请自己的好友', en: 'You can only invite your friends' },
  renamed: { zh: '修改成功', en: 'Changed' },
  notMember: { zh: '你不是该群成员', en: 'You are not a member of this group' },
  noPermission: { zh: '没有权限', en: 'You are not allowed to do this' },
  mutedManagers: { zh: '群聊已开启禁言，仅群主和管理员可发言', en: 'Only the owner and managers may speak' },
  mutedOwner: { zh: '群聊已开启禁言，仅群主可发言', en: 'Only the owner may speak' },
  slowMode: {
    zh: '本群已开启慢速模式，请在 {sec} 秒后再发',
    en: 'Slow mode is on. Try again in {sec} s',
  },
  mediaManagers: {
    zh: '本群仅群主和管理员可发送图片、视频、文件和语音',
    en: 'Only the owner and managers may send pictures, videos, files and voice messages here',
  },
  mutedUntil: { zh: '你已被禁言', en: 'You are muted in this group' },
  needNotice: { zh: '请输入群公告', en: 'Please enter the notice' },
  joinClosed: { zh: '该群已关闭加群', en: 'This group takes no new members' },
  joinNeedsInvite: {
    zh: '邀请无效或已过期，请让群成员发送新的二维码或邀请你加入',
    en: 'This invitation is wrong or has expired. Ask a member for a new code or to add you',
  },
  joinBarred: {
    zh: '你已被移出该群，只有群主或管理员可以重新邀请你',
    en: 'You were removed from this group. Only its owner or a manager can add you again',
  },
  barredMember: {
    zh: '{names}已被移出该群，只有群主或管理员可以重新邀请',
    en: '{names} was removed from this group. Only its owner or a manager can add them again',
  },
  joinAsks: {
    zh: '加入该群需要群主或管理员同意',
    en: 'The owner or a manager of this group has to let you in',
  },
  linksFull: { zh: '邀请链接最多{max}个', en: 'A group has at most {max} links' },
  linkUnknown: { zh: '邀请链接不存在', en: 'There is no such link' },
  requestsFull: { zh: '入群申请太多，请稍后再试', en: 'Too many requests are waiting already' },
  requestUnknown: { zh: '入群申请不存在', en: 'There is no such request' },
  alreadyMember: { zh: '你已经是群成员', en: 'You are in this group already' },
  muteTime: { zh: '禁言时间不正确', en: 'This time is not right' },
  codeDead: { zh: '二维码无效或已过期', en: 'This code is wrong or has expired' },
  ownerLeave: {
    zh: '群主不能退出群聊，请先转让或解散',
    en: 'The owner cannot leave; transfer or dissolve the group first',
  },
} as const satisfies Readonly<Record<string, { readonly zh: string; readonly en: string }>>;

export type Reason = keyof typeof TEXTS;
export const isReason = (name: string): name is Reason => Object.hasOwn(TEXTS, name);
export type TextLanguage = 'zh' | 'en';
export type TextFacts = Readonly<Record<string, string | number>>;

export const say = (reason: Reason, language: TextLanguage, facts: TextFacts = {}): string =>
  TEXTS[reason][language].replace(/\{(\w+)\}/g, (whole, name: string) => String(facts[name] ?? whole));

/** `en` and `en-US` are English, everything else is Simplified Chinese. */
export const languageOf = (header: string | null): TextLanguage =>
  /^\s*en\b/i.test(header ?? '') ? 'en' : 'zh';

import { textLimits } from '../../domain/limits.ts';
import { GROUP_TEXTS } from './group-texts.ts';

/**
 * Every text that a call may answer, by reason (WIRE-7). `{name}` is filled from the refusal.
 * Simplified Chinese is the default; English for `en`.
 */
export const TEXTS = {
  // the request itself
  youBlocked: {
    zh: '你已屏蔽对方，请先解除屏蔽',
    en: 'You have blocked this person. Unblock them first',
  },
  blockedMany: { zh: '最多屏蔽 {max} 人', en: 'At most {max} people can be blocked' },
  directoryOff: { zh: '本站没有开启用户名录', en: 'This server has no directory of people' },
  badBody: { zh: '请求内容无法识别', en: 'The request could not be read' },
  noField: { zh: '缺少参数 {field}', en: 'The field {field} is missing' },
  badField: { zh: '参数 {field} 不正确', en: 'The field {field} is invalid' },
  pathUnknown: { zh: '接口不存在', en: 'Unknown endpoint' },
  tooLarge: { zh: '请求内容过大', en: 'The request is too large' },
  tooOften: { zh: '操作过于频繁，请稍后再试', en: 'Too many requests. Please try again later' },
  messageUnreadable: {
    zh: '此消息无法读取：服务器数据库的一部分已损坏',
    en: 'This message cannot be read: a part of the server’s database is damaged',
  },
  away: { zh: '系统繁忙，请稍后再试', en: 'The system is busy. Please try again later' },
  full: {
    zh: '服务器存储空间已满，消息会保留并自动重试',
    en: 'The server has no storage left. Nothing is lost, and your message will be sent again automatically',
  },
  readOnly: {
    zh: '服务器数据库当前为只读，消息会保留并自动重试',
    en:
      'The database of the server is read-only at the moment. ' +
      'Nothing is lost, and your message will be sent again automatically',
  },
  notTried: { zh: '尚未发送', en: 'Not sent yet' },
  friendsOff: {
    zh: '当前模式下所有人都是联系人，无需添加好友',
    en: 'All users here are contacts already, so there are no friend requests',
  },
  // accounts
  needLogin: { zh: '请先登录', en: 'Please log in first' },
  sessionEnded: { zh: '登录已失效，请重新登录', en: 'Your session has ended. Please log in again' },
  accountErased: {
    zh: '此账号已注销，本设备上的内容已清除',
    en: 'This account was deleted. Its data on this device has been removed',
  },
  needAccount: { zh: '请输入账号', en: 'Please enter a username' },
  accountLength: { zh: '账号长度为 4 到 32 个字符', en: 'A username has 4 to 32 characters' },
  accountShape: {
    zh: '账号只能包含文字、数字和 . _ @ + -',
    en: 'A username may contain only letters, digits and . _ @ + -',
  },
  needNickname: { zh: '请输入昵称', en: 'Please enter a nickname' },
  nicknameLength: {
    zh: `昵称长度为 1 到 ${textLimits.nicknameMax} 个字符`,
    en: `A nickname has 1 to ${textLimits.nicknameMax} characters`,
  },
  nameShape: {
    zh: '名称中有看不见的字符，请重新输入',
    en: 'The name contains invisible characters. Please type it again',
  },
  mixedScripts: {
    zh: '名称的同一个词中混用了不同文字的字母，请只用一种',
    en: 'A word of the name mixes letters of different alphabets. Please use only one',
  },
  nameReserved: { zh: '此名称为系统保留，请换一个', en: 'This name is reserved. Please choose another one' },
  needPassword: { zh: '请输入密码', en: 'Please enter a password' },
  passwordLength: { zh: '密码长度为 6 到 16 个字符', en: 'A password has 6 to 16 characters' },
  passwordLengthLong: { zh: '密码长度为 8 到 128 个字符', en: 'A password has 8 to 128 characters' },
  passwordCommon: {
    zh: '密码过于常见，请换一个',
    en: 'This password is too common. Please choose another one',
  },
  passwordMismatch: { zh: '两次输入的密码不一致', en: 'The two passwords do not match' },
  email: { zh: '邮箱格式不正确', en: 'This is not a valid email address' },
  tooLong: { zh: '内容过长', en: 'The text is too long' },
  accountTaken: { zh: '该账号已被使用', en: 'This username is taken' },
  inviteOnly: { zh: '当前仅支持邀请注册', en: 'Registration is by invitation only' },
  inviteDead: { zh: '邀请码无效或已过期', en: 'The invitation code is invalid or has expired' },
  linkDead: {
    zh: '链接已使用或已过期，请向管理员要一个新的',
    en: 'This link was used or has expired. Please ask an administrator for a new one',
  },
  accountDisabled: { zh: '账号已被禁用', en: 'This account is disabled' },
  loginWrong: { zh: '账号或密码错误', en: 'The username or password is wrong' },
  passwordWrong: { zh: '密码错误', en: 'The password is wrong' },
  passwordTries: {
    zh: '密码错误次数过多，请稍后再试',
    en: 'Too many wrong passwords. Please try again later',
  },
  addressKind: { zh: '请输入正确的手机号或邮箱', en: 'Please enter a phone number or an email address' },
  needPhone: { zh: '请使用手机号注册', en: 'Please register with a phone number' },
  needEmail: { zh: '请使用邮箱注册', en: 'Please register with an email address' },
  mailOff: { zh: '当前未开启邮箱验证码', en: 'Codes by email are turned off' },
  smsOff: { zh: '当前未开启短信验证码', en: 'Codes by text message are turned off' },
  mailFailed: { zh: '验证码发送失败，请稍后再试', en: 'The code could not be sent. Please try again later' },
  codeSent: { zh: '请查收邮件', en: 'Please check your email' },
  codeSoon: { zh: '请 {sec} 秒后再获取验证码', en: 'Please wait {sec} s before the next code' },
  codeMany: {
    zh: '今天获取验证码的次数过多，请明天再试',
    en: 'Too many codes in one day. Please try again tomorrow',
  },
  codeSubject: { zh: '{name} 验证码', en: '{name} code' },
  codeText: {
    zh: '你的验证码是 {code}，5 分钟内有效。如非本人操作请忽略。',
    en: 'Your code is {code}. It is valid for 5 minutes. If you did not request it, ignore this email.',
  },
  accountSubject: { zh: '{name} 账号', en: '{name} account' },
  accountThereText: {
    zh: '此邮箱已有账号，请直接登录；忘记密码可用验证码登录。如非本人操作请忽略。',
    en:
      'An account with this email address already exists. Please log in. If you forgot the password, log ' +
      'in with a code. If this was not you, ignore this email.',
  },
  accountMissingText: {
    zh: '有人请求用此邮箱登录，但没有可以登录的账号。如非本人操作请忽略。',
    en:
      'A login code was requested for this email address, but no account uses it. If this was not you, ' +
      'ignore this email.',
  },
  accountMoved: {
    zh: '账号名在最近 7 天内已更改。如非本人操作，请打开此链接，设置新密码并恢复账号名：{link}',
    en:
      'The username was changed within the last 7 days. If this was not you, open this link to set a new ' +
      'password and get the username back: {link}',
  },
  needCode: { zh: '请输入验证码', en: 'Please enter the code' },
  codeWrong: { zh: '验证码错误或已过期', en: 'The code is wrong or has expired' },
  demoMode: { zh: '演示模式下不能进行此操作', en: 'This is not available in demo mode' },
  siteClosed: { zh: '{tips}', en: '{tips}' },
  siteClosedText: {
    zh: '系统维护中，请稍后再试',
    en: 'The service is closed for maintenance. Please try again later',
  },
  ownAccountOnly: { zh: '只能向当前账号发送验证码', en: 'This code can only be sent to your own account' },
  sameAccount: { zh: '新账号与当前账号相同', en: 'This is already your username' },
  nameFixed: { zh: '当前不允许修改昵称', en: 'Nicknames cannot be changed on this server' },
  needOldPassword: { zh: '请输入原密码或验证码', en: 'Please enter the old password or a code' },
  erasedName: { zh: '已注销的账号', en: 'Deleted account' },
  firstStays: {
    zh: '首位管理员的账号不能注销',
    en: 'The account of the first administrator cannot be deleted',
  },
  loginUnknown: { zh: '该登录已失效', en: 'This device is already logged out' },
  addressNew: {
    zh: '此邮箱更换不足一天，暂不能用它的验证码。请用密码登录或修改密码',
    en:
      'This email address was changed less than a day ago, so codes to it are not accepted yet. ' +
      'Please use your password',
  },
  needProof: { zh: '请先确认是你本人', en: 'Please confirm that it is you' },
  needSecondStep: {
    zh: '此服务器要求管理员开启两步验证。请先在“账号安全”中开启',
    en: 'Administrators need two-step verification on this server. Turn it on in "Account security" first',
  },
  needOtp: { zh: '请输入两步验证的验证码', en: 'Please enter the code for two-step verification' },
  otpWrong: { zh: '验证码错误或已使用', en: 'The code is wrong or was already used' },
  secondStepOn: { zh: '两步验证已开启', en: 'Two-step verification is already on' },
  secondStepOff: { zh: '两步验证未开启', en: 'Two-step verification is off' },
  passkeysOff: {
    zh: '此服务器未设置域名和 https 访问地址，无法使用通行密钥',
    en: 'Passkeys need a server with a domain and https. The operator sets this up',
  },
  passkeysFull: { zh: '最多添加 {max} 个通行密钥', en: 'At most {max} passkeys' },
  passkeyUnknown: { zh: '该通行密钥已被移除', en: 'This passkey has been removed' },
  passkeyTaken: { zh: '该通行密钥已添加过', en: 'This passkey was already added' },
  passkeyWrong: {
    zh: '通行密钥无效，请换一种方式登录',
    en: 'This passkey is invalid. Please log in another way',
  },
  passkeyLate: { zh: '操作超时，请重试', en: 'This took too long. Please try again' },
  openIdUnknown: { zh: '该登录方式不可用', en: 'This login method is not available' },
  openIdAway: {
    zh: '该登录服务没有响应，请稍后再试',
    en: 'This login service does not respond. Please try again later',
  },
  openIdDenied: { zh: '已取消登录', en: 'The login was cancelled' },
  openIdWrong: {
    zh: '登录服务的答复无效，请重试',
    en: 'The response of the login service is invalid. Please try again',
  },
  openIdLate: {
    zh: '登录已失效，请重试',
    en: 'This login has expired or was already used. Please try again',
  },
  openIdAddress: {
    zh: '登录服务没有提供已验证的邮箱',
    en: 'The login service did not provide a verified email address',
  },
  openIdNobody: { zh: '没有与此登录关联的账号', en: 'No account is linked to this login' },
  openIdGone: { zh: '该登录方式已解除关联', en: 'This login is no longer linked' },
  ldapAway: {
    zh: '组织的账号服务没有响应，请稍后再试',
    en: 'The server of your organisation does not respond. Please try again later',
  },
  ldapTaken: {
    zh: '已有同名账号，请联系管理员',
    en: 'An account with this username already exists. Please ask an administrator',
  },
  ldapOwnPassword: {
    zh: '该邮箱已有账号，请再输入该账号原来的密码（仅此一次）',
    en: 'An account with this address already exists. Enter its own password as well, this one time',
  },
  ldapOwnWrong: {
    zh: '该账号原来的密码错误',
    en: 'The account’s own password is wrong',
  },
  ldapPassword: {
    zh: '该账号的密码由组织统一管理，请在那里修改',
    en: 'Your organisation manages the password of this account. Please change it there',
  },
  localNet: { zh: '局域网', en: 'Local network' },
  notOwnSocket: { zh: '连接不属于当前用户', en: 'This connection is not yours' },
  socketGone: { zh: '连接已断开，请重试', en: 'The connection is closed. Please try again' },
  // files
  uploadsOff: { zh: '当前不支持上传', en: 'Uploads are not available here' },
  uploadsMany: { zh: '上传任务过多，请稍后再试', en: 'Too many uploads at once. Please try again later' },
  badForm: { zh: '上传内容无法识别', en: 'The upload could not be read' },
  fileMissing: { zh: '请选择文件', en: 'Please choose a file' },
  fileEmpty: { zh: '文件内容为空', en: 'The file is empty' },
  fileLarge: { zh: '文件不能超过 {max} MB', en: 'Files can be up to {max} MB' },
  fileKind: { zh: '不支持的文件类型', en: 'This file type is not supported' },
  pictureKind: {
    zh: '请选择图片（jpg、png、gif、webp、avif）',
    en: 'Please choose a picture (jpg, png, gif, webp, avif)',
  },
  logoKind: {
    zh: '请选择不超过 {kb} KB 的图片（png、jpg、webp）',
    en: 'Choose a png, jpg or webp picture of up to {kb} KB',
  },
  pictureLarge: { zh: '图片尺寸过大', en: 'The picture has too many pixels' },
  mediaLong: { zh: '时长不能超过 {sec} 秒', en: 'It can be up to {sec} seconds long' },
  voiceUnreadable: { zh: '无法识别的语音', en: 'This voice message could not be read' },
  fileUnknown: { zh: '文件不存在或已失效', en: 'The file does not exist or is no longer available' },
  quotaBytes: {
    zh: '24 小时内最多上传 {max} MB，已用 {used} MB，{hours} 小时 {minutes} 分钟后恢复',
    en:
      'You can upload up to {max} MB in 24 hours. {used} MB are used. The limit resets in {hours} h ' +
      '{minutes} min',
  },
  quotaFiles: {
    zh: '24 小时内最多上传 {max} 个文件，已用 {used} 个，{hours} 小时 {minutes} 分钟后恢复',
    en:
      'You can upload up to {max} files in 24 hours. {used} are used. ' +
      'The limit resets in {hours} h {minutes} min',
  },
  quotaMessages: {
    zh: '24 小时内最多发送 {max} 条消息，已用 {used} 条，{hours} 小时 {minutes} 分钟后恢复',
    en:
      'You can send up to {max} messages in 24 hours. {used} are used. ' +
      'The limit resets in {hours} h {minutes} min',
  },
  quotaServer: {
    zh: '服务器的文件空间（{max} MB）已用完',
    en: 'The file storage of the server ({max} MB) is full',
  },
  emojiMany: { zh: '最多添加 {max} 个表情', en: 'You can add up to {max} emoji' },
  // people
  userUnknown: { zh: '用户不存在', en: 'This user does not exist' },
  theirAccountErased: { zh: '对方账号已注销', en: 'This account was deleted' },
  theirAccountDisabled: { zh: '对方账号已被停用', en: 'The account of this user is disabled' },
  notSelf: { zh: '不能对自己进行此操作', en: 'You cannot do this to yourself' },
  needVerification: { zh: '请输入验证消息', en: 'Please enter a verification message' },
  needRemark: { zh: '请输入备注', en: 'Please enter a private nickname' },
  alreadyFriends: { zh: '你们已经是好友了', en: 'You are already friends' },
  alreadyApplied: {
    zh: '已发送过申请，请等待对方处理',
    en: 'You have already sent a request. Please wait for the answer',
  },
  applicationUnknown: { zh: '申请不存在或已处理', en: 'This request does not exist or was already answered' },
  friendUnknown: { zh: '对方不是你的好友', en: 'This person is not your friend' },
  reportKind: { zh: '这类内容无法举报', en: 'This cannot be reported' },
  reportsMany: { zh: '举报次数过多，请稍后再试', en: 'You have sent many reports. Please try again later' },
  reportUnknown: { zh: '举报不存在或已删除', en: 'This report does not exist or was deleted' },
  reportDecided: { zh: '举报已处理', en: 'This report was already decided' },
  reportNothing: { zh: '该决定不适用于此举报', en: 'This decision is not possible for this report' },
  // conversations
  contactUnknown: { zh: '会话不存在', en: 'This chat does not exist' },
  privateOff: { zh: '单聊功能已关闭', en: 'One-to-one chats are turned off' },
  notMyFriend: {
    zh: '对方不是你的好友，请先添加好友',
    en: 'This person is not your friend yet. Send a friend request first',
  },
  notTheirFriend: { zh: '你还不是对方的好友', en: 'You are not a friend of this person' },
  // messages
  typeUnknown: { zh: '不支持的消息类型', en: 'This kind of message is not supported' },
  needsUpload: { zh: '请先上传文件', en: 'Please upload the file first' },
  emptyMessage: { zh: '消息内容不能为空', en: 'The message is empty' },
  messageLong: { zh: '消息不能超过 {max} 个字符', en: 'A message has at most {max} characters' },
  markupHeavy: { zh: '消息格式过于复杂', en: 'This message has too much formatting' },
  badExtends: { zh: '消息附加信息不正确', en: 'The details of the message are invalid' },
  idTaken: { zh: '消息编号已被使用', en: 'This message id is taken' },
  interval: { zh: '发送过快，请 {sec} 秒后再试', en: 'You are sending too fast. Please wait {sec} s' },
  arrayLarge: { zh: '一次最多发送 {max} 条消息', en: 'At most {max} messages at once' },
  messageUnknown: { zh: '消息不存在', en: 'This message does not exist' },
  recallLate: { zh: '已超过可撤回的时间', en: 'It is too late to unsend this message' },
  editOff: { zh: '当前不允许编辑消息', en: 'Editing is turned off' },
  editLate: { zh: '已超过可编辑的时间', en: 'It is too late to edit this message' },
  overtaken: { zh: '你在另一台设备上已有更新的更改', en: 'You have changed this since, on another device' },
  replaced: { zh: '内容在此期间已被修改', en: 'This has been changed in the meantime' },
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
  pollHere: { zh: '文件传输助手中不能发起投票', en: 'Notes to self cannot contain polls' },
  pollOptions: {
    zh: '投票需有 {min} 到 {max} 个不同的选项，每个最多 {length} 字',
    en: 'A poll needs {min} to {max} different options of at most {length} characters',
  },
  pollLong: { zh: '问题最多 {max} 字', en: 'A question has at most {max} characters' },
  pollNone: { zh: '该消息不是投票', en: 'This message is not a poll' },
  pollChoice: { zh: '没有该选项', en: 'This option does not exist' },
  pollOver: { zh: '投票已结束', en: 'This poll has ended' },
  pollSecret: { zh: '该投票是匿名投票', en: 'Votes in this poll are anonymous' },
  timeWrong: { zh: '请选择 30 秒后、一年内的时间', en: 'Choose a time from 30 seconds to a year from now' },
  scheduledFull: {
    zh: '最多同时有 {max} 条定时消息',
    en: 'At most {max} messages can be scheduled at a time',
  },
  scheduledUnknown: {
    zh: '该定时消息已发送或已删除',
    en: 'This scheduled message was already sent or discarded',
  },
  remindersFull: { zh: '最多同时有 {max} 个提醒', en: 'At most {max} reminders can be set at a time' },
  deleteOff: { zh: '当前不允许双向删除', en: 'Deleting for everyone is turned off' },
  forwardCount: { zh: '请选择 1 到 {max} 个聊天', en: 'Please choose 1 to {max} chats' },
  forwardKind: { zh: '该消息不能转发', en: 'This message cannot be forwarded' },
  forwarded: { zh: '转发成功', en: 'Forwarded' },
  forwardPart: { zh: '部分转发失败', en: 'Some could not be forwarded' },
  pushOff: { zh: '当前服务器未开启推送', en: 'Push notifications are turned off on this server' },
  callsOff: { zh: '当前未开启音视频通话', en: 'Calls are turned off' },
  callUnknown: { zh: '通话不存在', en: 'This call does not exist' },
  callState: { zh: '通话已在其他设备上处理', en: 'This call was already handled' },
  momentUnknown: { zh: '动态不存在', en: 'This moment does not exist' },
  momentAudience: { zh: '请选择可以看到动态的好友', en: 'Choose the friends who can see the moment' },
  momentPictures: { zh: '最多 {max} 张图片', en: 'At most {max} pictures' },
  momentFull: { zh: '评论已达上限', en: 'This moment has the maximum number of comments' },
  ...GROUP_TEXTS,
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

import type { Bilingual } from '../kernel/bilingual.ts';

/**
 * Answers and errors of commands: in English on the command line, in the console in the language of the
 * caller (CONSOLE-8).
 */
export const ANSWERS = {
  missing: { zh: '缺少：{name}', en: 'Missing: {name}' },
  comma: { zh: '、', en: ', ' },
  // accounts
  noAccount: { zh: '没有账号“{account}”', en: 'The account "{account}" does not exist' },
  firstIsApart: {
    zh: '首位管理员的账号只能由主机管理者操作',
    en: 'Only the operator of the machine may change the first administrator',
  },
  firstStays: {
    zh: '首位管理员不能更改，也不能注销',
    en: 'The first administrator cannot be changed or deleted',
  },
  onlyAdmin: {
    zh: '{account} 是唯一的管理员：若确实要这样做，请加上 --yes（控制台中选“确认”）',
    en: '{account} is the only administrator. To do it anyway, add --yes (in the console: confirm)',
  },
  isDisabled: { zh: '已停用', en: 'disabled' },
  passwordLink: {
    zh: '设置密码的链接（48 小时内可用一次）：{link}',
    en: 'Link to set the password (48 hours, once): {link}',
  },
  passwordEnded: {
    zh: '{account} 的原密码已失效，并在所有设备退出',
    en: 'The password of {account} no longer works, and all devices are logged out',
  },
  userCreated: { zh: '已新建 {account}（{id}）', en: 'Created {account} ({id})' },
  enabled: { zh: '{account} 可以再次登录了', en: '{account} can log in again' },
  disabled: {
    zh: '{account} 已停用，并在所有设备退出',
    en: '{account} is disabled and logged out on all devices',
  },
  stayOrGo: {
    zh: '请填 stay 或 go：发给别人的内容保留还是删除',
    en: 'Type stay or go: whether messages sent to others stay or are deleted',
  },
  erasedStays: {
    zh: '{account} 已注销；发给别人的内容保留',
    en: '{account} is deleted. The messages they sent stay',
  },
  erasedGone: {
    zh: '{account} 已注销；发给别人的内容已删除',
    en: '{account} is deleted, with the messages they sent',
  },
  exported: { zh: '已将 {account} 的数据写入 {path}', en: 'Wrote the data of {account} to {path}' },
  newPassword: {
    zh: '{account} 已有新密码，并在所有设备退出',
    en: '{account} has a new password and is logged out on all devices',
  },
  passwordElsewhere: {
    zh:
      '{account} 的密码在 LDAP 目录中，请在目录中修改。' +
      '若要让此账号脱离目录、使用自己的密码，请先移除其关联登录（user openids-reset）',
    en:
      'The password of {account} is in the LDAP directory: change it there. To separate the account from the ' +
      'directory and give it its own password, first remove its linked logins (user openids-reset)',
  },
  noSecondStep: { zh: '{account} 没有开启两步验证', en: '{account} does not use two-step verification' },
  secondStepOff: {
    zh: '{account} 的两步验证已关闭',
    en: 'Two-step verification of {account} is off',
  },
  noPasskeys: { zh: '{account} 没有通行密钥', en: '{account} has no passkeys' },
  passkeysGone: {
    zh: '{account} 的通行密钥已全部移除（{count}）',
    en: 'All passkeys of {account} were removed ({count})',
  },
  noOpenIds: { zh: '{account} 没有关联登录', en: '{account} has no linked logins' },
  openIdsGone: {
    zh: '{account} 的关联登录已全部移除（{count}）',
    en: 'All linked logins of {account} were removed ({count})',
  },
  signedOut: { zh: '{account} 已在所有设备退出', en: '{account} is logged out on all devices' },
  renamed: {
    zh: '{account} 的账号已改为 {next}，并在所有设备退出',
    en: '{account} is now {next}, and logged out on all devices',
  },
  released: {
    zh: '{account} 已释放，可由其所有者使用。原账号现为 {next}',
    en: '{account} is free for its owner. The account that had it is now {next}',
  },
  notAnAddress: { zh: '{account} 不是邮箱', en: '{account} is not an email address' },
  addressProved: {
    zh: '{account} 已由其用户验证，不能释放',
    en: '{account} was verified by its user and cannot be released',
  },
  whichRole: { zh: '身份应为 user 或 admin', en: 'The role must be user or admin' },
  isAdmin: { zh: '{account} 现在是管理员', en: '{account} is now an administrator' },
  isUser: { zh: '{account} 现在是普通用户', en: '{account} is now a user' },
  // invitations
  noGroup: { zh: '没有群 {group}', en: 'The group {group} does not exist' },
  noOwner: {
    zh: '没有可作群主的账号：请先注册首位管理员，或用 --owner 指定一个未停用的账号',
    en: 'No active account can own the group: register the first administrator, or name one with --owner',
  },
  groupMade: {
    zh: '已新建群 {group}。让新用户自动加入：将 sysInfo.welcomeGroup 设为 {group}',
    en: 'Created group {group}. To add new users to it: settings set sysInfo.welcomeGroup {group}',
  },
  outOfRange: { zh: '{name} 应为 1 到 {max} 的数', en: '{name} must be a number from 1 to {max}' },
  noOption: { zh: '没有选项 {name}', en: 'The option {name} does not exist' },
  noInvitation: { zh: '没有邀请 {code}', en: 'The invitation {code} does not exist' },
  invitationEnded: { zh: '已作废 {code}', en: 'Revoked {code}' },
  invitation: {
    zh: '邀请码：{code}（可供一人注册，48 小时内有效）',
    en: 'Invitation code: {code} (one registration, 48 hours)',
  },
  lineWrong: { zh: '第 {line} 行：{why}', en: 'Line {line}: {why}' },
  noneMade: {
    zh: '没有生成任何邀请。请改正后再提交整个列表',
    en: 'No invitation was made. Correct these lines and give the whole list again',
  },
  listEmpty: { zh: '列表中没有人', en: 'The list names no person' },
  listLong: {
    zh: '一次最多 {max} 人，列表有 {count} 人',
    en: 'At most {max} people at a time; the list has {count}',
  },
  listNotUtf8: {
    zh: '名单不是 UTF-8 编码。请在表格软件中另存为“CSV UTF-8”后再试',
    en: 'The list is not in UTF-8. Save it as "CSV UTF-8" in the spreadsheet and give it again',
  },
  hasAccount: { zh: '该邮箱已有账号', en: 'an account with this address exists' },
  noMail: {
    zh: '没有设置邮件（mail.on 或 SMTP_URL），无法发送。去掉此项，会得到链接列表',
    en: 'Mail is not set up (mail.on, or SMTP_URL). Without --mail you get the list of links',
  },
  noAddress: {
    zh: '没有设置 DOMAIN 或 PUBLIC_URL，收件人可能打不开链接。请先设置，再发送邮件',
    en: 'Neither DOMAIN nor PUBLIC_URL is set, so recipients could not open the links. Set one before --mail',
  },
  invitedMany: { zh: '已生成 {count} 个邀请', en: 'Made {count} invitations' },
  invitedBefore: {
    zh: '其中 {count} 个此前已生成且未使用：链接和有效期不变',
    en: 'Invited before and not used yet: {count}. Their links and end dates stay the same',
  },
  mailFault: {
    zh: '邮件服务器的错误：{cause}。请检查邮件设置，再提交同一名单，会再次发送',
    en: 'The mail server failed: {cause}. Check its settings, then give the same list again to send these',
  },
  mailedMany: { zh: '已发送 {sent} 封邮件', en: 'Mails sent: {sent}' },
  notMailed: {
    zh: '{count} 封未能发送。这些人的链接：',
    en: '{count} could not be sent. The links of these people:',
  },
  cameOf: { zh: '按姓名邀请 {invited} 人，已注册 {came} 人', en: '{came} of {invited} invited people came' },
  usage: { zh: '已用 {used}，共 {max}', en: '{used} of {max}' },
  until: { zh: '有效至 {at} UTC', en: 'until {at} UTC' },
  intoGroup: { zh: '群 {group}', en: 'group {group}' },
  // announcements
  whichNotice: {
    zh: '请填公告的编号，见“列出公告”',
    en: 'Give the number of the announcement. "notice list" shows it',
  },
  noticePublished: { zh: '已发布，编号 {id}', en: 'Published as {id}' },
  noticeDeleted: { zh: '已撤回 {id}', en: 'Deleted {id}' },
  // the configuration
  noSetting: {
    zh: '没有设置项“{path}”，见“列出设置”',
    en: 'The setting "{path}" does not exist. "settings show" lists all settings',
  },
  settingTakes: { zh: '{path} 应为：{takes}', en: '{path} must be {takes}' },
  mailFirst: {
    zh: '验证码经邮件发送，而本服务器不发送邮件，这样将无人可以注册。请先设置邮件（mail.on，或环境变量 SMTP_URL）',
    en:
      'Codes are sent by mail, and this server sends none: no user could register. ' +
      'First set up mail (mail.on, or SMTP_URL in the environment)',
  },
  // services
  byEnvironment: {
    zh: '由服务器的环境变量设置，请在那里修改',
    en: 'Set by the environment of the server: change it there',
  },
  inEnvironment: { zh: '（由环境变量设置）', en: '(set by the environment)' },
  secretAgain: {
    zh: '请重新输入：已保存的密码是用于另一个服务器的',
    en: 'Type it again: the stored one was for another server',
  },
  atSetting: { zh: '{key}：{why}', en: '{key}: {why}' },
  neededHere: { zh: '请填写', en: 'Needed' },
  noFile: {
    zh: '应为服务器上可以读取的证书文件',
    en: 'Must be a file with certificates that this server can read',
  },
  ldapBare: {
    zh: '密码会不加密地传送：请改用 ldaps://，或开启 STARTTLS',
    en: 'Passwords would pass unencrypted: use ldaps://, or switch STARTTLS on',
  },
  openIdAddress: {
    zh: '请先在环境变量中设置 DOMAIN 或 PUBLIC_URL：登录后浏览器要回到该地址',
    en: 'First set DOMAIN or PUBLIC_URL in the environment: browsers return to that address',
  },
  notTried: { zh: '未设置，无法测试', en: 'Not set up here, so it cannot be tested' },
  none: { zh: '无', en: 'none' },
  ldapAnswers: { zh: '服务器有响应，找到 {count} 个用户', en: 'The server answers. Users found: {count}' },
  ldapNobody: {
    zh: '服务器有响应，但在该位置以该过滤条件找不到任何用户',
    en: 'The server answers, but the base and the filter find no user',
  },
  ldapNoUser: {
    zh: '其中没有用户名或邮箱为“{name}”的用户',
    en: 'None of them has the username or address "{name}"',
  },
  ldapUser: {
    zh: '找到 {login}：名称 {name}，邮箱 {email}，编号 {id}',
    en: 'Found {login}: name {name}, address {email}, ID {id}',
  },
  mailNot: { zh: '邮件未能发送：{cause}', en: 'No mail was sent: {cause}' },
  mailSent: { zh: '邮件服务器已接收发往 {to} 的邮件', en: 'The mail server accepted a mail to {to}' },
  openIdAnswers: { zh: '该服务有响应，设置可用', en: 'The service answers' },
  noTextMessages: {
    zh: '注意：本服务器不发送短信，手机号无法通过验证，不能用于注册',
    en: 'Note: this server sends no text messages, so phone numbers cannot be verified and cannot register',
  },
  fieldTakes: { zh: '应为：{takes}', en: 'Must be {takes}' },
  setting: { zh: '{path} = {value}\t{label}（{takes}）', en: '{path} = {value}\t{label} ({takes})' },
  daysFirst: {
    zh: '请先设置消息保留多少天（chatInfo.msgClearDay），再开启 chatInfo.msgClear',
    en: 'First set chatInfo.msgClearDay to the days that messages are kept, then chatInfo.msgClear to 1',
  },
  daysToo: { zh: '请同时填写消息保留多少天', en: 'Enter how many days messages are kept, too' },
  goingAt: {
    zh: '{at} UTC 将删除的消息：{count}（早于 {days}）。若要保留，请在此之前关闭自动删除',
    en: 'Messages to be deleted at {at} UTC: {count} (older than {days}). To keep them, switch the deletion off before',
  },
  moreThan: { zh: '超过 {count}', en: 'more than {count}' },
  secretSet: { zh: '（已设置）', en: '(set)' },
  on: { zh: '开', en: 'on' },
  off: { zh: '关', en: 'off' },
  textFormat: { zh: '最多 {max} 个字符的文字', en: 'text of at most {max} characters' },
  pathFormat: {
    zh: '本站上以 / 开头的路径，或空（页面不加载其他网站的图片）',
    en: 'a path on this server that begins with /, or empty (pages load no pictures from other hosts)',
  },
  flagFormat: { zh: 'on 或 off', en: 'on or off' },
  numberFormat: { zh: '{min} 到 {max} 的整数{unit}', en: 'a whole number from {min} to {max}{unit}' },
  timeFormat: { zh: '整数，最长 {days} 天', en: 'a whole number, at most {days} days in all' },
  zeroIs: { zh: '{range}；0：{zero}', en: '{range}. 0: {zero}' },
  wordsFormat: {
    zh: '用逗号分隔的字母和数字，如 pdf、docx',
    en: 'letters and digits separated by commas, such as pdf, docx',
  },
  // the discover page
  badAddress: {
    zh: '地址应以 http://、https:// 或 / 开头',
    en: 'An address must begin with http://, https:// or /',
  },
  badBadge: {
    zh: '角标应为 0（没有）、1（圆点）或一个数',
    en: 'The badge must be 0 for none, 1 for a dot, or a number',
  },
  entryAdded: { zh: '已添加 {name}', en: 'Added {name}' },
  noEntry: { zh: '没有条目 {id}', en: 'The entry {id} does not exist' },
  entryRemoved: { zh: '已移除 {id}', en: 'Removed {id}' },
  // builds of the apps
  badBuild: { zh: '版本日期的格式为 YYYYMMDD', en: 'The build must be a date, as YYYYMMDD' },
  whichKind: {
    zh: '更新方式应为 forcibly、solicit 或 silent',
    en: 'The kind must be forcibly, solicit or silent',
  },
  buildOffer: { zh: '已提供 {name}（{build}）', en: 'Offered {name} ({build})' },
  // lifetime of messages
  oneDay: { zh: '1 天', en: '1 day' },
  days: { zh: '{days} 天', en: '{days} days' },
  forGood: { zh: '永久', en: 'forever' },
  everywhere: { zh: '全站', en: 'server default' },
  whichGroup: {
    zh: '请填群的编号，如 group-12',
    en: 'Give the number of the group, for example group-12',
  },
  badDays: {
    zh: '天数应为 {min} 到 {max}，0 为与全站相同',
    en: 'Days must be {min} to {max}, or 0 for the server default',
  },
  daysTooMany: {
    zh: '全站消息保留 {house}，群不能保留更久',
    en: 'The server deletes messages after {house}. A group cannot keep them longer',
  },
  retained: {
    zh: 'group-{group} 的消息保留 {days}；更早的今晚清除',
    en: 'Messages of group-{group} are kept for {days}. Older ones are deleted tonight',
  },
  retainedAsAll: {
    zh: 'group-{group} 的消息保留期限与全站相同；更早的今晚清除',
    en: 'Messages of group-{group} are kept for the server default. Older ones are deleted tonight',
  },
  // the audit
  badPlace: {
    zh: '请填上次检查时给出的编号和校验值，或都不填',
    en: 'Give the number and the hash that "audit verify" printed, or nothing',
  },
  auditFault: {
    zh: '{fault}。之前的 {right} 条与写入时一致。',
    en: '{fault}. The {right} entries before it are unchanged.',
  },
  auditRight: {
    zh: '到末尾的 {right} 条都与写入时一致，末尾为：',
    en: '{right} entries are unchanged. The end is:',
  },
  auditExported: {
    zh: '已将到第 {n} 条为止的审计写入 {path}',
    en: 'Wrote the audit log up to entry {n} to {path}',
  },
  // looking through all that is kept
  nothingWrong: { zh: '没有问题。', en: 'No problems found.' },
  checkSummary: { zh: '已检查 {looked}', en: 'Checked {looked}' },
  countLine: { zh: '{what} {count}', en: '{count} {what}' },
  andMore: { zh: '…… 另有 {count} 处', en: '… and {count} more' },
  wrong: { zh: '{total} 处有问题。{end}', en: 'Problems found: {total}. {end}' },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Names of missing arguments in an error. */
export const NEEDED = {
  account: { zh: '账号', en: 'account' },
  newAccount: { zh: '新账号', en: 'new username' },
  name: { zh: '名称', en: 'name' },
  role: { zh: '身份', en: 'role' },
  stayOrGo: { zh: '对他人说过的话（stay 或 go）', en: 'stay or go' },
  file: { zh: '文件', en: 'file' },
  code: { zh: '邀请码', en: 'code' },
  list: { zh: '名单', en: 'list' },
  title: { zh: '标题', en: 'title' },
  number: { zh: '编号', en: 'number' },
  decision: { zh: '处理', en: 'decision' },
  setting: { zh: '设置项', en: 'setting' },
  value: { zh: '值', en: 'value' },
  address: { zh: '地址', en: 'address' },
  email: { zh: '收件人', en: 'recipient' },
  build: { zh: '版本日期', en: 'build' },
  kind: { zh: '更新方式', en: 'kind' },
  group: { zh: '群编号', en: 'group' },
  days: { zh: '天数', en: 'days' },
} as const satisfies Readonly<Record<string, Bilingual>>;

/** Indexed by role number. */
export const ROLE_NAMES = [
  { zh: '普通用户', en: 'user' },
  { zh: '首位管理员', en: 'super administrator' },
  { zh: '管理员', en: 'administrator' },
] as const satisfies readonly Bilingual[];

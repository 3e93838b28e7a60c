/** 登录的设备。 */
export const logins = {
  'logins.title': '登录设备',
  'logins.hint': '你在哪些设备上登录',
  'logins.here': '当前设备',
  'logins.others': '其他设备',
  'logins.none': '你只在当前设备上登录',
  'logins.unknown': '未知设备',
  'logins.since': '{{time}} 登录',
  'logins.used': '最近使用 {{time}}',
  'logins.end': '退出登录',
  'logins.endOf': '退出登录：{{device}}',
  'logins.endAsk': '退出 {{device}} 的登录？',
  'logins.endText': '立即生效。如果你不认识这台设备，请同时修改密码。',
  'logins.ended': '{{device}} 已退出登录',
  'logins.endOthers': '退出其他所有设备',
  'logins.endOthersAsk': '退出其他所有设备？',
  'logins.endedOthers': '其他所有设备均已退出登录',
} as const;

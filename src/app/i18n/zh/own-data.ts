/** 属于自己的数据。 */
export const ownData = {
  'data.title': '我的数据',
  'data.hint': '导出数据或注销账号',
  'data.export': '导出我的数据',
  'data.exportHint': '可用浏览器打开的 ZIP 文件',
  'data.exportText':
    '包含你的资料、设置、草稿、动态、文件，以及聊天中你能看到的内容。请妥善保管，拿到文件的人都能查看。',
  'data.save': '保存',
  'data.exporting': '正在下载你的数据',
  'data.what': '注销账号后',
  'data.logins': '你会在所有设备上退出登录，也不能再用这个账号登录。',
  'data.own':
    '你的资料、设置、草稿、聊天分组、动态、文件传输助手里的内容，以及没有发给别人的文件都会被删除。',
  'data.wordsStay': '你发给别人的内容会保留，显示为来自已注销的账号。',
  'data.wordsGo': '你发给别人的内容会从所有人那里删除。',
  'data.groups': '你的群会转让给另一位成员；没有其他成员的群会解散。',
  'data.forGood': '此操作不能撤销。',
  'data.erase': '注销账号',
  'data.eraseAsk': '注销账号？',
  'data.erased': '账号已注销',
  'data.fixed': '此账号不能注销',
} as const;

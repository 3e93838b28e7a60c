/** The own account, its settings and codes; names of conversations that everybody has. */
export const account = {
  'contact.notice': '系统公告',
  'contact.favourites': '文件传输助手',
} as const;

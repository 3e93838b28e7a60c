import { login } from './login.ts';

/** Texts of the login page and texts that all pages share; loaded with the first page. */
export const entry = {
  ...login,
  'title.login': '登录',
  'nav.language': '语言',
  'err.offline': '你的网络已断开，请检查！',
  'err.setup': '网络已过期',
  'err.server': '服务器返回错误，请检查！',
  'err.noNetwork': '无网络',
  'err.unreachable': '无法连接服务器，请稍后再试',
  'err.absent': '此服务器不支持该功能',
  'login.showPassword': '显示密码',
  'login.hidePassword': '隐藏密码',
  'login.capsLock': '大写锁定已打开',
  'common.loading': '正在加载',
  'badge.max': '99+',
} as const;

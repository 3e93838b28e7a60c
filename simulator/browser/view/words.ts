import type { PageLanguage } from '../act-words.ts';

const EN = {
  title: 'Watch a seed',
  sentence:
    'These users chat over a network that fails on purpose. Every device runs the real app; at the end the simulator checks that no message was lost or sent twice.',
  legend: 'Legend',
  legendLive: 'connected',
  legendHalf: 'connecting',
  legendLost: 'not connected',
  legendUp: 'HTTP call',
  legendDown: 'frame on a socket',
  opening: 'Users make accounts and become friends …',
  noRun: 'No run is open.',
  world: 'The World',
  servers: 'Servers',
  devices: 'Devices',
  happened: 'What happened',
  log: 'Steps and faults',
  seed: 'Seed',
  clients: 'People',
  nodes: 'Servers',
  steps: 'Steps',
  faults: 'Faults',
  bySeed: 'by the seed',
  byHandOnly: 'only by hand',
  begin: 'Begin',
  openScript: 'Open script …',
  play: 'Play',
  pause: 'Pause',
  next: 'Next step',
  speed: 'Speed',
  storm: 'Bad weather',
  byHand: 'by hand',
  cut: 'Cut',
  freeze: 'Freeze',
  thaw: 'Thaw',
  unplug: 'Unplug',
  plug: 'Plug in',
  reload: 'Reload',
  hide: 'Hide',
  look: 'Show',
  inspect: 'Inspect',
  kill: 'Kill',
  start: 'Start',
  gone: 'is gone',
  frozen: 'frozen',
  closed: 'closed',
  atLogin: 'at the login page',
  noNetwork: 'no network',
  storageFull: 'storage full',
  hidden: 'hidden',
  held: 'every promise held',
  broken: 'a promise is broken',
  'settling in': 'settling in',
  'faults are on': 'faults are on',
  'everybody must agree': 'everybody must agree',
  over: 'over',
  allKept: 'All promises kept',
  toMoment: 'Go to the moment',
  again: 'Run again',
  allConnected: 'All devices are connected.',
  notConnected: 'Not connected:',
} as const;

type Key = keyof typeof EN;

const ZH: Readonly<Record<Key, string>> = {
  title: '观看一次模拟',
  sentence:
    '这些用户在一个故意出错的网络上聊天。每台设备运行的都是真正的应用；最后模拟器检查没有消息丢失或重复。',
  legend: '图例',
  legendLive: '已连接',
  legendHalf: '正在连接',
  legendLost: '未连接',
  legendUp: 'HTTP 请求',
  legendDown: '长连接上的数据',
  opening: '用户正在注册并互相加为好友……',
  noRun: '没有打开的模拟。',
  world: '模拟的世界',
  servers: '服务器',
  devices: '设备',
  happened: '发生了什么',
  log: '步骤和故障',
  seed: '种子',
  clients: '人数',
  nodes: '服务器',
  steps: '步数',
  faults: '故障',
  bySeed: '由种子决定',
  byHandOnly: '只手动',
  begin: '开始',
  openScript: '打开脚本……',
  play: '播放',
  pause: '暂停',
  next: '下一步',
  speed: '速度',
  storm: '恶劣网络',
  byHand: '手动',
  cut: '切断',
  freeze: '冻结',
  thaw: '解冻',
  unplug: '断网',
  plug: '联网',
  reload: '刷新',
  hide: '隐藏',
  look: '显示',
  inspect: '检查',
  kill: '停止',
  start: '启动',
  gone: '已停止',
  frozen: '已冻结',
  closed: '已关闭',
  atLogin: '在登录页',
  noNetwork: '没有网络',
  storageFull: '存储已满',
  hidden: '在后台',
  held: '全部承诺都已兑现',
  broken: '有承诺被打破',
  'settling in': '准备中',
  'faults are on': '正在制造故障',
  'everybody must agree': '等待所有设备一致',
  over: '结束',
  allKept: '全部承诺都已兑现',
  toMoment: '回到那一刻',
  again: '再运行一次',
  allConnected: '所有设备都已连接。',
  notConnected: '未连接：',
};

let language: PageLanguage = 'en';

/** Called once, before the page is drawn. */
export function speakPage(next: PageLanguage): void {
  language = next;
}

export const pageLanguage = (): PageLanguage => language;

/** A text of the page in its language. */
export const word = (key: Key): string => (language === 'en' ? EN : ZH)[key];

interface VerdictCounts {
  readonly steps: number;
  readonly faults: number;
  readonly promises: number;
  readonly checks: number;
}

/** Texts with numbers. */
export const counted = {
  steps: (step: number, steps: number, events: number): string =>
    language === 'en'
      ? `${step} of ${steps} steps · ${events} events`
      : `${step} / ${steps} 步 · ${events} 个事件`,
  sockets: (count: number): string =>
    language === 'en' ? `${count} ${count === 1 ? 'socket' : 'sockets'}` : `${count} 个连接`,
  unsent: (count: number): string => (language === 'en' ? `${count} unsent` : `${count} 条未发出`),
  tabs: (count: number): string => (language === 'en' ? `${count} tabs` : `${count} 个标签页`),
  verdict: ({ steps, faults, promises, checks }: VerdictCounts): string =>
    language === 'en'
      ? `${steps} steps, ${faults} faults; ${promises} promises, checked ${checks} times. At the end every device showed the same messages as the servers, each once.`
      : `${steps} 步，${faults} 次故障；${promises} 条承诺，检查了 ${checks} 次。最后每台设备显示的消息都和服务器一致，且各一次。`,
} as const;

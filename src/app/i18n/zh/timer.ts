/** Messages that disappear. */
export const timer = {
  'timer.title': '消息自动消失',
  'timer.label': '消失时间',
  'timer.hint': '到时间后，新消息会从所有人那里删除。之前的消息不受影响。',
  'timer.off': '关闭',
  'timer.days_other': '{{count}} 天',
  'timer.mark_other': '消息 {{count}} 天后自动消失',
} as const;

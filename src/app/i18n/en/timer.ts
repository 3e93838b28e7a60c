/** Messages that disappear. */
export const timer = {
  'timer.title': 'Disappearing messages',
  'timer.label': 'Messages disappear after',
  'timer.hint':
    'New messages are deleted for everyone when the time is up. Earlier messages stay as they are.',
  'timer.off': 'Off',
  'timer.days_one': '{{count}} day',
  'timer.days_other': '{{count}} days',
  'timer.mark_one': 'Messages disappear after {{count}} day',
  'timer.mark_other': 'Messages disappear after {{count}} days',
} as const;

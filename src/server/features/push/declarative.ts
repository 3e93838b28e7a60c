import type { DeviceNotification } from '../../../domain/notification.ts';
import type { PushSubRow } from '../../../ports/store/push.ts';

const PATHS = {
  chat: '/pages/message/chat',
  call: '/pages/message/call',
  later: '/pages/mine/later',
} as const;

/**
 * The push for one device. An iPhone also gets it as a declarative push (PUSH-27): it then shows the
 * notification itself if it has removed the service worker or that fails, and does not end the subscription.
 */
export function pushText(
  text: string,
  { platform }: Pick<PushSubRow, 'platform'>,
  publicUrl: string | null | undefined,
): string {
  if (platform !== 'ios' || !publicUrl) return text;
  const note = JSON.parse(text) as DeviceNotification;
  // New words are shown in place of a notification only, which the worker knows.
  if (note.update === true) return text;
  const { title, content: body, tag } = note;
  const navigate = `${publicUrl}/#${pathOf(note)}`;
  // The worker may replace the notification: its event has no other data than these.
  return JSON.stringify({
    ...note,
    web_push: WEB_PUSH,
    mutable: true,
    notification: { title, body, tag, navigate, silent: note.kind === 'missed', data: note },
  });
}

/** The number of the RFC for Web Push marks the form. */
const WEB_PUSH = 8030;

/** The same pages as the service worker opens. */
function pathOf({ kind, payload }: DeviceNotification): string {
  const chat = encodeURIComponent(payload.toContactId);
  if (payload.page === 'later') return PATHS.later;
  if (kind === 'call' && payload.is_group === 1) return `${PATHS.call}?group=${chat}`;
  return `${PATHS.chat}?id=${chat}`;
}

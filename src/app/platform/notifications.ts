/** What this browser lets a page do beside showing itself. */
export type Permission = 'granted' | 'denied' | 'default' | 'unsupported';

export const notificationPermission = (): Permission =>
  'Notification' in window ? Notification.permission : 'unsupported';

export const askNotifications = (): Promise<Permission> =>
  'Notification' in window ? Notification.requestPermission() : Promise.resolve('unsupported');

/** A system notification while the page is hidden; pressing it brings the page back. */
export function notifyHidden(title: string, body: string, tag: string, open: () => void): void {
  if (!document.hidden || notificationPermission() !== 'granted') return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      open();
    });
  } catch {
    // Some mobile browsers have the name and refuse the use.
  }
}

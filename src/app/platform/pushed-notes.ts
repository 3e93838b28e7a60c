import { worker } from './worker.ts';

/** Notifications of these conversations go: they are read here. */
export async function takeNotesAway(isRead: (path: string) => boolean): Promise<void> {
  const registration = await worker();
  if (registration === null || !('getNotifications' in registration)) return;
  for (const shown of await registration.getNotifications()) {
    const data: unknown = shown.data;
    if (
      typeof data === 'object' &&
      data !== null &&
      'path' in data &&
      typeof data.path === 'string' &&
      isRead(data.path)
    )
      shown.close();
  }
}

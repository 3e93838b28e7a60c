import { isOwnPath } from '../../domain/links.ts';
import { worker } from './worker.ts';

/** How this device is reached; null where the browser takes no pushes. */
export interface Subscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly platform: 'android' | 'ios' | 'other';
}

/** An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
export const platformOf = ({ userAgent, maxTouchPoints }: Agent = navigator): Subscription['platform'] =>
  /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
    ? 'ios'
    : userAgent.includes('Android')
      ? 'android'
      : 'other';

type Agent = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** Started from the home screen, not inside a browser. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** Only the installed app may be reached there. */
export const needsInstalling = (): boolean => platformOf() === 'ios' && !isInstalled();

/** Subscribes with the server's key, or returns the existing subscription. */
export async function subscribeDevice(key: string): Promise<Subscription | null> {
  const registration = await worker();
  if (registration === null || !('pushManager' in registration)) return null;
  try {
    const existing = await registration.pushManager.getSubscription();
    // One for another server's key is of no use.
    if (existing !== null && text(existing.options.applicationServerKey) !== key)
      await existing.unsubscribe();
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    return {
      endpoint: subscription.endpoint,
      p256dh: text(subscription.getKey('p256dh')),
      auth: text(subscription.getKey('auth')),
      platform: platformOf(),
    };
  } catch {
    // No push service in this browser, or it is away.
    return null;
  }
}

function text(bytes: ArrayBuffer | null): string {
  if (bytes === null) return '';
  return btoa(String.fromCodePoint(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

export type WorkerWord = { readonly type: 'open'; readonly path: string } | { readonly type: 'pushed' };

/** Receives messages of the worker to this page. */
export function onWorkerWord(listener: (word: WorkerWord) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data)) return;
    if (data.type === 'pushed') listener({ type: 'pushed' });
    if (data.type === 'open' && 'path' in data && typeof data.path === 'string' && isOwnPath(data.path))
      listener({ type: 'open', path: data.path });
  };
  navigator.serviceWorker.addEventListener('message', hear);
  return () => navigator.serviceWorker.removeEventListener('message', hear);
}

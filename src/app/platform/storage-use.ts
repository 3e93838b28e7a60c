/** Storage of the app itself in the browser, besides the client's data of a user. */
import { clearKept, bytesUnder } from './settings.ts';

/** Backgrounds of chats, and codes as pictures. */
const PICTURES = ['chat-bg', 'qr-'] as const;
/** Recent searches, emoji and statuses, and played voice messages. */
const TRACES = ['search-recent', 'emoji-recent', 'status-recent', 'voice-heard'] as const;

export const pictureBytes = (): number => bytesUnder(PICTURES);
export const dropPictures = (): void => clearKept(PICTURES);
export const traceBytes = (): number => bytesUnder(TRACES);
export const dropKeptTraces = (): void => clearKept(TRACES);

/** Bytes of the build that starts without a network. */
export async function shellBytes(): Promise<number> {
  if (!('caches' in window)) return 0;
  let sum = 0;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      sum += Number((await cache.match(request))?.headers.get('content-length') ?? 0);
  }
  return sum;
}

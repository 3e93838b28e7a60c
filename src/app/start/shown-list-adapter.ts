import { isHome } from '../paths/first-paths.ts';
import { SHOWN_LIST, type ShownList } from '../platform/shown-list.ts';

/**
 * Script in the page that the service worker stores (UI-123): shows the last list of chats while the scripts
 * load. It removes the list when the app's own list or a login form is shown, when another page is requested,
 * and in any case after a while.
 */
const GIVE_UP_MS = 5_000;
const OWN = '[data-chat], form';

function storedList(): ShownList | null {
  try {
    const [login, language] = [localStorage.getItem('loginId'), localStorage.getItem('language')];
    if (localStorage.getItem('authToken') === null || login === null) return null;
    for (const key of Object.keys(localStorage).filter((one) => one.endsWith(SHOWN_LIST))) {
      const list = JSON.parse(localStorage.getItem(key) ?? 'null') as ShownList | null;
      if (list?.login === login && list.language === language && list.width === innerWidth) return list;
    }
  } catch {
    // Missing or unreadable data leaves the display to the app.
  }
  return null;
}

/** The list's own style, which is already loading. Nothing is shown before it. */
const styled = (): Promise<unknown> =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=style]')].map(
      ({ href }) =>
        new Promise((resolve, reject) => {
          const link = document.createElement('link');
          Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href, onload: resolve, onerror: reject });
          document.head.append(link);
        }),
    ),
  );

async function stand(list: ShownList, place: Element): Promise<void> {
  const element = document.createElement('div');
  element.id = 'shown';
  element.style.cssText = 'position:fixed;inset:0;background:var(--paper)';
  element.innerHTML = list.html;
  let isWanted = true;
  const end = () => {
    isWanted = false;
    watcher.disconnect();
    element.remove();
  };
  const look = () => {
    if (place.querySelector(OWN) !== null) end();
  };
  const watcher = new MutationObserver(look);
  watcher.observe(place, { childList: true, subtree: true });
  addEventListener('hashchange', end, { once: true });
  setTimeout(end, GIVE_UP_MS);
  await styled();
  look();
  if (isWanted) place.after(element);
}

const place = document.getElementById('root');
const list = isHome(location.hash) ? storedList() : null;
if (place !== null && list !== null) stand(list, place).catch(() => undefined);

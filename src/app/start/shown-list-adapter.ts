import { isHome } from '../paths/first-paths.ts';
import { SHOWN_LIST, type ShownList } from '../platform/shown-list.ts';

/**
 * Stands in the page that the service worker keeps (UI-123): whoever opens the app again sees the list as
 * they left it while the scripts are read. It goes when the app's own list is there or a form to log in, when
 * another page is wanted, and in any case after a while.
 */
const GIVE_UP_MS = 5_000;
const OWN = '[data-chat], form';

function kept(): ShownList | null {
  try {
    const [login, language] = [localStorage.getItem('loginId'), localStorage.getItem('language') ?? 'zh-CN'];
    if (localStorage.getItem('authToken') === null || login === null) return null;
    for (const key of Object.keys(localStorage).filter((one) => one.endsWith(SHOWN_LIST))) {
      const list = JSON.parse(localStorage.getItem(key) ?? 'null') as ShownList | null;
      if (list?.login === login && list.language === language && list.width === innerWidth) return list;
    }
  } catch {
    // Nothing is kept, or it cannot be read: then the app shows its own.
  }
  return null;
}

/** The list's own style, which is on its way already. Without it nothing is shown. */
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
  let wanted = true;
  const end = () => {
    wanted = false;
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
  if (wanted) place.after(element);
}

const place = document.getElementById('root');
const list = isHome(location.hash) ? kept() : null;
if (place !== null && list !== null) stand(list, place).catch(() => undefined);

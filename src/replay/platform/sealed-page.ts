/**
 * Takes from this page everything through which the app could act: storage, network, notifications, sound,
 * devices, history. The frame has the origin of the real app, so it would otherwise change the user's data.
 * The policy of the page (`replay.html`) refuses requests as well.
 */
export function seal(): void {
  const memory = new Map<string, string>();
  replace(window, { localStorage: storageOver(memory), sessionStorage: storageOver(new Map()) });
  // The user of the recording looked at the page.
  replace(document, { cookie: '', hasFocus: () => true });
  replace(window, {
    fetch: never,
    open: () => null,
    print: nothing,
    indexedDB: undefined,
    caches: undefined,
    BroadcastChannel: Silent,
    WebSocket: Silent,
    EventSource: Silent,
    XMLHttpRequest: Silent,
    Worker: Silent,
    SharedWorker: Silent,
    RTCPeerConnection: Silent,
    Notification: undefined,
    AudioContext: undefined,
    OfflineAudioContext: undefined,
  });
  replace(navigator, {
    serviceWorker: silentEvents({ register: never, ready: new Promise(nothing), controller: null }),
    mediaDevices: silentEvents({ getUserMedia: never, enumerateDevices: () => Promise.resolve([]) }),
    setAppBadge: () => Promise.resolve(),
    clearAppBadge: () => Promise.resolve(),
    sendBeacon: () => true,
    vibrate: () => true,
    wakeLock: { request: never },
    clipboard: { writeText: never, readText: never },
    onLine: true,
  });
  replace(HTMLMediaElement.prototype, { play: never });
  // The keyboard stays with the inspector.
  replace(HTMLElement.prototype, { focus: nothing });
  keepBytesOut();
  const { history } = window;
  // Steps of this frame would become steps of the page around it.
  const stay = history.replaceState.bind(history);
  replace(history, { pushState: stay, back: nothing, forward: nothing, go: nothing });
}

/** Pictures and sounds of a server become placeholders, as if their files were gone. */
function keepBytesOut(): void {
  const own = Object.getOwnPropertyDescriptor(Element.prototype, 'setAttribute');
  const setAttribute = own?.value as (this: Element, name: string, value: string) => void;
  const refuse = (element: Element, name: string, value: string): void => {
    setAttribute.call(element, `data-${name}`, value);
    queueMicrotask(() => element.dispatchEvent(new Event('error')));
  };
  replace(Element.prototype, {
    setAttribute(this: Element, name: string, value: string) {
      if (!SOURCES.has(name) || isOfPage(value)) setAttribute.call(this, name, value);
      else refuse(this, name, value);
    },
  });
  // React also assigns the property.
  for (const kind of [HTMLImageElement, HTMLMediaElement, HTMLSourceElement])
    Object.defineProperty(kind.prototype, 'src', {
      configurable: true,
      get(this: Element) {
        return this.getAttribute('src') ?? '';
      },
      set(this: Element, value: string) {
        if (isOfPage(value)) setAttribute.call(this, 'src', value);
        else if (value !== this.getAttribute('data-src')) refuse(this, 'src', value);
      },
    });
}

const SOURCES: ReadonlySet<string> = new Set(['src', 'srcset', 'poster']);
const isOfPage = (value: string): boolean => /^(?:data|blob):/.test(value);

/** The clock of the app shows the time of the script; null: that of this computer. */
export function setClock(atMs: number | null): void {
  replace(Date, { now: atMs === null ? realNow : () => atMs });
  replace(performance, { now: atMs === null ? realElapsed : () => atMs });
}

const realNow = Date.now.bind(Date);
const realElapsed = performance.now.bind(performance);

function nothing(): void {
  // The page only shows.
}

const never = (): Promise<never> => new Promise(nothing);

class Silent extends EventTarget {
  static readonly OPEN = 1;
  readonly readyState = 0;
  open = nothing;
  send = nothing;
  close = nothing;
  abort = nothing;
  terminate = nothing;
  postMessage = nothing;
  setRequestHeader = nothing;
}

const silentEvents = (own: Readonly<Record<string, unknown>>) => Object.assign(new EventTarget(), own);

function replace(target: object, values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    // The app asks whether a feature exists.
    if (value === undefined && Reflect.deleteProperty(target, name) && !(name in target)) continue;
    if (name === 'cookie')
      Object.defineProperty(target, name, { configurable: true, get: () => value, set: nothing });
    else Object.defineProperty(target, name, { configurable: true, writable: true, value });
  }
}

/** Storage that ends with the page; its keys are found as with the browser's own. */
function storageOver(values: Map<string, string>): Storage {
  const methods = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
    key: (at: number) => [...values.keys()][at] ?? null,
  };
  return new Proxy(methods as unknown as Storage, {
    get: (own, name) => (name === 'length' ? values.size : (Reflect.get(own, name) as unknown)),
    ownKeys: () => [...values.keys()],
    getOwnPropertyDescriptor: (_own, name) => ({
      configurable: true,
      enumerable: true,
      value: values.get(String(name)),
    }),
  });
}

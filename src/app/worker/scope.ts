/** The little of a service worker's world that ours uses; the page's types do not have it. */
export interface WaitingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends WaitingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

export interface PushEvent extends WaitingEvent {
  readonly data: { json(): unknown } | null;
  /** What the browser shows unless the worker shows another one. */
  readonly notification?: { readonly data: unknown } | null;
}

/** The browser has replaced or ended the device's subscription; some report neither. */
export interface SubscriptionEvent extends WaitingEvent {
  readonly oldSubscription?: PushSubscription | null;
  readonly newSubscription?: PushSubscription | null;
}

export interface NotificationEvent extends WaitingEvent {
  readonly notification: Notification;
  readonly action: string;
}

export interface MessageToWorker extends WaitingEvent {
  readonly data: unknown;
}

export interface Window {
  readonly url: string;
  readonly visibilityState: 'hidden' | 'visible';
  readonly focused: boolean;
  focus(): Promise<Window>;
  postMessage(message: unknown): void;
}

interface Events {
  install: WaitingEvent;
  activate: WaitingEvent;
  fetch: FetchEvent;
  push: PushEvent;
  pushsubscriptionchange: SubscriptionEvent;
  notificationclick: NotificationEvent;
  message: MessageToWorker;
}

/** Inserted by the build (`src/tools/shell-plugin.mjs`): the files that the app needs to start, and its identity. */
export interface ShellOfBuild {
  readonly version: string;
  /** In the names of files with texts. */
  readonly texts: string;
  /** Names with a hash of their content, which never change. */
  readonly names: readonly string[];
  /** Address → SHA-256 of what this build put there. */
  readonly checked: Readonly<Record<string, string>>;
}

export interface WorkerScope {
  readonly location: Location;
  readonly registration: Omit<ServiceWorkerRegistration, 'showNotification'> & {
    /** `renotify` and `actions` are not among the options that the page's types know. */
    showNotification(
      title: string,
      options: NotificationOptions & {
        renotify: boolean;
        actions: readonly { readonly action: string; readonly title: string }[];
      },
    ): Promise<void>;
  };
  readonly navigator: { setAppBadge?(count?: number): Promise<void> };
  readonly clients: {
    matchAll(options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }): Promise<readonly Window[]>;
    openWindow(url: string): Promise<Window | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(type: K, listener: (event: Events[K]) => void): void;
}

export const scope = globalThis as unknown as WorkerScope;

import { vi } from 'vitest';

export interface PretendedNotifications {
  /** Title and text of each visible notification. */
  shown(): readonly string[];
  /** Simulates a press on the newest notification. */
  press(): void;
}

/** A browser that may notify, shows one notification for each tag, and a page that is hidden. */
export function pretendNotifications(): PretendedNotifications {
  const visible = new Map<string, Pretended>();
  class Pretended extends EventTarget {
    static readonly permission = 'granted';
    readonly words: string;
    readonly tag: string;
    constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
      super();
      this.words = `${title} | ${body}`;
      this.tag = tag;
      visible.delete(tag);
      visible.set(tag, this);
    }
    close(): void {
      if (visible.get(this.tag) === this) visible.delete(this.tag);
      this.dispatchEvent(new Event('close'));
    }
  }
  vi.stubGlobal('Notification', Pretended);
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  return {
    shown: () => [...visible.values()].map(({ words }) => words),
    press: () => [...visible.values()].at(-1)?.dispatchEvent(new Event('click')),
  };
}

export function endPretendedNotifications(): void {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'visibilityState');
}

import type { InspectionChannel, InspectionMessage } from '../../client/state/inspection.ts';
import type { ScriptLine } from '../../client/state/log.ts';
import type { Controller } from './controller.ts';
import type { NumberedLine } from './script-reader.ts';

/** Pages of the app in this browser that can be watched. */
export interface Apps {
  readonly get: () => readonly AppPage[];
  readonly subscribe: (listener: () => void) => () => void;
  watch(id: string): void;
  /** Stops watching the page. */
  leave(): void;
}

export interface AppPage {
  readonly id: string;
  readonly title: string;
}

/** Finds pages and passes the messages of one to the controller. The first one found is watched at once. */
export function attachToPages(channel: InspectionChannel, controller: Controller): Apps {
  let pages: readonly AppPage[] = [];
  let currentApp: string | null = null;
  /** The watched page closed: the next one, most likely the same page reloaded, is watched instead. */
  let isLost = false;
  let count = 0;
  const listeners = new Set<() => void>();
  const changed = (next: readonly AppPage[]): void => {
    pages = next;
    for (const listener of listeners) listener();
  };
  const numbered = (lines: readonly ScriptLine[]): readonly NumberedLine[] =>
    lines.flatMap((line) => (line.origin === 'script' ? [] : [{ no: (count += 1), line }]));
  const leave = (): void => {
    if (currentApp !== null) channel.post({ type: 'unwatch', app: currentApp });
    currentApp = null;
    isLost = false;
  };
  const watch = (id: string): void => {
    leave();
    currentApp = id;
    channel.post({ type: 'watch', app: id });
  };
  const hear = (message: InspectionMessage): void => {
    switch (message.type) {
      case 'here': {
        const isKnown = pages.some((page) => page.id === message.app);
        const page = { id: message.app, title: message.title };
        changed(isKnown ? pages.map((one) => (one.id === page.id ? page : one)) : [...pages, page]);
        if (!isKnown && currentApp === null && (isLost || controller.get().source === null))
          watch(message.app);
        return;
      }
      case 'script':
        if (message.app !== currentApp) return;
        count = 0;
        controller.open(
          pages.find((page) => page.id === message.app)?.title ?? message.app,
          numbered(message.lines),
        );
        return;
      case 'lines':
        if (message.app === currentApp) controller.append(numbered(message.lines));
        return;
      case 'gone':
        changed(pages.filter((page) => page.id !== message.app));
        if (message.app !== currentApp) return;
        currentApp = null;
        isLost = true;
        controller.end();
        return;
      case 'who':
      case 'watch':
      case 'unwatch':
        // Messages from inspectors to pages are ignored.
        return;
    }
  };
  channel.listen(hear);
  channel.post({ type: 'who' });
  return {
    get: () => pages,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watch,
    leave,
  };
}

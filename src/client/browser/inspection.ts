import { inspectionOver, type Inspection, type InspectionParts } from '../state/inspection.ts';
import type { ShownPage } from '../state/shown-page.ts';

/** A browser that does not report navigations has its address compared this often; the size always is. */
const LOOK_EVERY_MS = 200;

/** Watches one client and the page around it. Loaded for recorded tabs only. */
export function createInspection(parts: InspectionParts): Inspection {
  const inspection = inspectionOver(parts);
  const look = (): void => inspection.shows(pageNow());
  look();
  const handle = setInterval(look, LOOK_EVERY_MS);
  window.navigation?.addEventListener('currententrychange', look);
  // The navigation of the app comes before the events that it causes.
  const { watch } = inspection;
  return {
    ...inspection,
    watch: (inspectionEvent) => {
      look();
      watch(inspectionEvent);
    },
    attach: (log) => {
      inspection.attach(log);
      const tell = log.watcher;
      log.watcher = (entry) => {
        look();
        tell?.(entry);
      };
    },
    stop: () => {
      clearInterval(handle);
      window.navigation?.removeEventListener('currententrychange', look);
      inspection.stop();
    },
  };
}

function pageNow(): ShownPage {
  const { documentElement } = document;
  return {
    path: location.hash.slice(1) || '/',
    width: innerWidth,
    height: innerHeight,
    dark: documentElement.style.colorScheme === 'dark',
    language: documentElement.lang,
  };
}

import { foldersShown } from '../checkers/kept.ts';
import type { Tab } from '../devices/device.ts';

/** A screen that draws list, numbers and folders with each change, as it follows them (FOLDER-3). */
export function looksOn(tab: Tab): () => void {
  const look = (): void => void foldersShown(tab);
  look();
  return tab.client.core.subscribe(look);
}

/** Facts about the device for the headless client. All callbacks may come at any time. */
export interface DevicePort {
  isOnline(): boolean;
  isVisible(): boolean;
  isMobile(): boolean;
  language(): string;
  onOnline(run: (online: boolean) => void): () => void;
  onVisible(run: (visible: boolean) => void): () => void;
  /** The page is about to be unloaded or frozen. */
  onLeaving(run: () => void): () => void;
  /** The page unloads: it was closed, reloaded, or left for another address. */
  onGone(run: () => void): () => void;
}

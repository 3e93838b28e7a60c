/** Facts about the device for the headless client. All callbacks may come at any time. */
export interface DevicePort {
  isOnline(): boolean;
  isVisible(): boolean;
  isMobile(): boolean;
  language(): string;
  onOnline(listener: (online: boolean) => void): () => void;
  onVisible(listener: (visible: boolean) => void): () => void;
  /** The page is about to be unloaded or frozen. */
  onLeaving(listener: () => void): () => void;
  /** The page unloads: it was closed, reloaded, or left for another address. */
  onGone(listener: () => void): () => void;
}

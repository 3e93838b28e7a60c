/** Data with which the worker renews the subscription without a page (PUSH-20). */
export interface KnownDevice {
  /** The device's secret name at the server. */
  readonly cid: string;
  /** The server's public key, base64url. */
  readonly key: string;
  readonly platform: 'android' | 'ios' | 'other';
  /** Pushes contain text. */
  readonly words: boolean;
}
export const DEVICE_CACHE = 'device';
export const DEVICE_PATH = '/device';

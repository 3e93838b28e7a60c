/** A message between the ciphers of two devices of a call (GCALL-19); base64. */
export type KeyMessage =
  | { readonly type: 'ask'; readonly publicKey: string }
  /** `box`: the sender's key, wrapped for the receiver. */
  | { readonly type: 'key'; readonly publicKey: string; readonly box: string };

/** A point of the curve P-256: 65 bytes. */
const PUBLIC_KEY = /^B[A-Za-z0-9+/]{86}=$/;
const BOX = /^[A-Za-z0-9+/]{84}$/;

export const writeKeyMessage = (message: KeyMessage): string => JSON.stringify(message);

/** Null: it is of no known form. */
export function readKeyMessage(text: string): KeyMessage | null {
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const { type, publicKey, box } = value ?? {};
    if (typeof publicKey !== 'string' || !PUBLIC_KEY.test(publicKey)) return null;
    if (type === 'ask') return { type, publicKey };
    return type === 'key' && typeof box === 'string' && BOX.test(box) ? { type, publicKey, box } : null;
  } catch {
    return null;
  }
}

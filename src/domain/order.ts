/**
 * Order of the contact list (LIST-1, LIST-2): pinned first, then the last send time, newest first,
 * invalid times last; equal times by id, so that every device shows the same order.
 */
export interface Ordered {
  readonly id: string;
  readonly isTop: boolean;
  readonly lastSentAtMs: number;
}

/** A time that counts: finite and above 0. Anything else sorts last. */
export const validTime = (ms: number): boolean => Number.isFinite(ms) && ms > 0;

export function compareContacts(a: Ordered, b: Ordered): number {
  if (a.isTop !== b.isTop) return a.isTop ? -1 : 1;
  const [at, bt] = [
    validTime(a.lastSentAtMs) ? a.lastSentAtMs : 0,
    validTime(b.lastSentAtMs) ? b.lastSentAtMs : 0,
  ];
  if (at !== bt) return bt - at;
  // Plain code unit order: a locale would differ between devices.
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

export interface Range {
  readonly start: number;
  /** The last byte, included. */
  readonly end: number;
}

/**
 * The requested range (FILE-6): null for the whole, also for several ranges at once, which are unsupported;
 * `none` if it is outside.
 */
export function rangeOf(header: string | null, size: number): Range | 'none' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return null;
  if (from === '') {
    const last = Number(to);
    return last === 0 || size === 0 ? 'none' : { start: Math.max(0, size - last), end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return null;
  return start >= size ? 'none' : { start, end };
}

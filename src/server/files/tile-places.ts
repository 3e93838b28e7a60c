export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Positions of up to nine pictures in one: rows that fill it to its edges, the shorter ones first. Two are
 * whole and overlap on the diagonal, the second in front (FILE-10).
 */
export function placesOf(count: number, whole: number): readonly Place[] {
  if (count === 2) {
    const side = Math.round(whole * 0.58);
    return [0, whole - side].map((from) => ({ left: from, top: from, width: side, height: side }));
  }
  const rows = Math.max(1, Math.round(Math.sqrt(count)));
  const gap = count === 1 ? 0 : Math.max(1, Math.round(whole / 60));
  /** The nth of some equal parts of the whole, with gaps between. */
  const part = (n: number, parts: number): readonly [from: number, length: number] => {
    const step = (whole + gap) / parts;
    const from = Math.round(n * step);
    return [from, Math.round((n + 1) * step) - gap - from];
  };
  return Array.from({ length: rows }, (_, row) => {
    const inRow = Math.floor((count + row) / rows);
    const [top, height] = part(row, rows);
    return Array.from({ length: inRow }, (__, at) => {
      const [left, width] = part(at, inRow);
      return { left, top, width, height };
    });
  }).flat();
}

/** Grounds of initials: the colours of the app. */
export const HUES = [
  '#ae4f55',
  '#a75a2f',
  '#93691a',
  '#3b834e',
  '#008283',
  '#2b77b0',
  '#6f64b6',
  '#a05188',
] as const;

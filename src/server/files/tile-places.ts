export interface Square {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Positions of up to nine pictures in one: rows of up to three, the shorter one first and centred. */
export function placesOf(count: number, whole: number): readonly Square[] {
  const columns = count <= 1 ? 1 : count <= 4 ? 2 : 3;
  const rows = Math.ceil(count / columns);
  const gap = Math.max(1, Math.round(whole / 40));
  const size = Math.floor((whole - gap * (columns + 1)) / columns);
  const spare = Math.floor((whole - rows * size - (rows + 1) * gap) / 2);
  const first = count - columns * (rows - 1);
  return Array.from({ length: count }, (_, i) => {
    const row = i < first ? 0 : 1 + Math.floor((i - first) / columns);
    const inRow = row === 0 ? first : columns;
    const at = row === 0 ? i : (i - first) % columns;
    const indent = Math.floor(((columns - inRow) * (size + gap)) / 2);
    return { left: gap + indent + at * (size + gap), top: gap + spare + row * (size + gap), size };
  });
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

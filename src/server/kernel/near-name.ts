/** The known name that was probably meant; null: none is near. */
export function nearestOf(
  name: string,
  known: readonly string[],
  farthest: (known: string) => number,
): string | null {
  const near = known
    .map((one) => ({ one, away: distance(name, one) }))
    .filter(({ one, away }) => away <= farthest(one))
    .toSorted((a, b) => a.away - b.away);
  return near[0]?.one ?? null;
}

/** Number of letters to add, remove, change or swap with the next. */
function distance(a: string, b: string): number {
  const rows: number[][] = [];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Math.max(i, j);
  for (let i = 0; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]?.push(
        i === 0
          ? j
          : Math.min(
              at(i - 1, j) + 1,
              at(i, j - 1) + 1,
              at(i - 1, j - 1) + (isSame ? 0 : 1),
              isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
            ),
      );
    }
  }
  return at(a.length, b.length);
}

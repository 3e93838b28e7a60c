/** The same list when nothing in it changed. */
export function mapped<T>(list: readonly T[], change: (one: T) => T): readonly T[] {
  const next = list.map(change);
  return next.every((one, at) => one === list[at]) ? list : next;
}

interface Numbered {
  /** Of the name; empty: it has none. */
  readonly numbers: readonly number[];
  readonly build: number;
}

/** As a text that sorts as the version does: numbers of seven digits, and zeros where there are none. */
const sortable = ({ numbers }: Numbered): string =>
  Array.from({ length: 6 }, (_, at) => String(numbers[at] ?? 0).padStart(7, '0')).join('.');

/** Whether one version comes after another one; where that is not known, it does not. */
export function comesAfter(one: Numbered, other: Numbered): boolean {
  const areBuilt = one.build !== 0 && other.build !== 0;
  const areNamed = one.numbers.length > 0 && other.numbers.length > 0;
  if (areBuilt && one.build !== other.build) return one.build > other.build;
  return areNamed ? sortable(one) > sortable(other) : one.build > other.build;
}

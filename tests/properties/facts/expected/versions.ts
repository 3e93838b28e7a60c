interface Numbered {
  /** Numbers of the version name; empty: none. */
  readonly numbers: readonly number[];
  readonly build: number;
}

/** The version as sortable text: numbers of seven digits, padded with zeros. */
const sortable = ({ numbers }: Numbered): string =>
  Array.from({ length: 6 }, (_, at) => String(numbers[at] ?? 0).padStart(7, '0')).join('.');

/** Returns true if one version follows another; false if that is unknown. */
export function comesAfter(one: Numbered, other: Numbered): boolean {
  const areBuilt = one.build !== 0 && other.build !== 0;
  const areNamed = one.numbers.length > 0 && other.numbers.length > 0;
  if (areBuilt && one.build !== other.build) return one.build > other.build;
  return areNamed ? sortable(one) > sortable(other) : one.build > other.build;
}

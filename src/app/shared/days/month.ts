/** The start of a day in the viewer's calendar, this many days away. */
export const dayAt = (day: Date, away: number): Date =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + away);

/** Monday is 0. */
const column = (day: Date): number => (day.getDay() + 6) % 7;

/** The days of a month in weeks from Monday on; null before the first. */
export function monthOf(day: Date): readonly (Date | null)[] {
  const first = new Date(day.getFullYear(), day.getMonth(), 1);
  const count = new Date(day.getFullYear(), day.getMonth() + 1, 0).getDate();
  return [
    ...Array.from({ length: column(first) }, () => null),
    ...Array.from({ length: count }, (_, i) => dayAt(first, i)),
  ];
}

/** Any week, from Monday on, for the names of its days. */
export const weekdays = (): readonly Date[] => Array.from({ length: 7 }, (_, i) => new Date(2024, 0, 1 + i));

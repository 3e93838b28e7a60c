const two = (value: number): string => String(value).padStart(2, '0');

/** Time of day with milliseconds, by this device's clock; scripts on a virtual clock count from zero. */
export function timeOfDayText(atMs: number): string {
  const at = new Date(atMs);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

/** How long a talk or a recording is: `0:07`, `1:00`, from an hour on `1:00:05`; half a second counts. */
export function lengthText(seconds: number): string {
  let left = seconds > 0 && seconds < Infinity ? Math.floor(seconds + 0.5) : 0;
  const parts: string[] = [];
  for (const size of [3_600, 60, 1]) {
    const digits = String(Math.floor(left / size));
    left %= size;
    if (size === 3_600 && digits === '0') continue;
    parts.push(parts.length === 0 ? digits : `0${digits}`.slice(-2));
  }
  return parts.join(':');
}

/** `0:07`, `1:00`, from an hour on `1:00:05`. */
export function clockText(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.round(seconds)) : 0;
  const [minutes, rest] = [Math.floor(whole / 60), String(whole % 60).padStart(2, '0')];
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
}

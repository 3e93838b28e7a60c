/**
 * How this device shows everything (THEME-1). Kept with the device: one reads on a phone at night and at a
 * desk by day, and the login page, where nobody is known yet, has it too.
 */
export type Theme = 'light' | 'system' | 'dark';

/** Its name in the storage of the device; nothing stands there for what is as it comes. */
export const THEME = 'theme';

/** What the frame of a browser or phone takes around the page: `--surface` of each theme. */
export const FRAMES = { light: '#ffffff', dark: '#1a231f' } as const;

export const NIGHT = '(prefers-color-scheme: dark)';

/** Asked for before the first paint (`boot-adapter.ts`), and when something was chosen. */
export function showLooks(read: (key: string) => string | null): void {
  const theme = read(THEME);
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(NIGHT).matches);
  // Decides which of the two values of a colour holds: `light-dark()` of each token.
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
  const frame = document.querySelector<HTMLMetaElement>('[name=theme-color]');
  if (frame !== null) frame.content = dark ? FRAMES.dark : FRAMES.light;
}

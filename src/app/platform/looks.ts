/**
 * Display settings of this device (THEME-1). Stored per device: users read on a phone at night and at a desk
 * by day, and the login page uses them without a known user.
 */
export type Theme = 'light' | 'system' | 'dark';

/** Its key in the device's storage; absent for the default. */
export const THEME = 'theme';

export type Density = 'comfortable' | 'compact';
export const DENSITY = 'density';

/** In percent of the browser's own size, which may be larger. */
export const TEXT_SIZE = 'textSize';
export const TEXT_SIZES = { least: 90, usual: 100, most: 130, step: 10 } as const;

/** Colour of the browser's or phone's frame around the page: `--surface` of each theme. */
export const FRAMES = { light: '#ffffff', dark: '#1a231f' } as const;

export const NIGHT = '(prefers-color-scheme: dark)';

/** How large a letter of usual size is now. */
export const rootPx = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** The settings that determine the height of rows, besides their content. */
export const appearanceNow = (): string => {
  const { dataset, style } = document.documentElement;
  return `${dataset['density'] ?? ''} ${style.fontSize}`;
};

/** Called before the first paint (`boot-adapter.ts`), and after each choice. */
export function showLooks(read: (key: string) => string | null): void {
  const theme = read(THEME);
  const dark = theme === 'dark' || (theme === 'system' && matchMedia(NIGHT).matches);
  // Decides which of the two values of a colour holds: `light-dark()` of each token.
  const { dataset, style } = document.documentElement;
  style.colorScheme = dark ? 'dark' : 'light';
  dataset['density'] = read(DENSITY) ?? '';
  const size = Number(read(TEXT_SIZE));
  style.fontSize = size >= TEXT_SIZES.least && size <= TEXT_SIZES.most ? `${size}%` : '';
  const frame = document.querySelector<HTMLMetaElement>('[name=theme-color]');
  if (frame !== null) frame.content = dark ? FRAMES.dark : FRAMES.light;
}

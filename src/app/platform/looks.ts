/**
 * How this device shows everything (THEME-1). Kept with the device: one reads on a phone at night and at a
 * desk by day, and the login page, where nobody is known yet, has it too.
 */
export type Theme = 'light' | 'system' | 'dark';

/** Its name in the storage of the device; nothing stands there for what is as it comes. */
export const THEME = 'theme';

export type Density = 'comfortable' | 'compact';
export const DENSITY = 'density';

/** In percent of what the browser has, which may be larger itself. */
export const TEXT_SIZE = 'textSize';
export const TEXT_SIZES = { least: 90, usual: 100, most: 130, step: 10 } as const;

/** What the frame of a browser or phone takes around the page: `--surface` of each theme. */
export const FRAMES = { light: '#ffffff', dark: '#1a231f' } as const;

export const NIGHT = '(prefers-color-scheme: dark)';

/** How large a letter of usual size is now. */
export const rootPx = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** What rows are as high as, beside what stands in them. */
export const looksNow = (): string => {
  const { dataset, style } = document.documentElement;
  return `${dataset['density'] ?? ''} ${style.fontSize}`;
};

/** Asked for before the first paint (`boot-adapter.ts`), and when something was chosen. */
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

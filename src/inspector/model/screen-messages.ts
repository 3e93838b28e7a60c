import type { NumberedLine } from './script-reader.ts';

/** The thing that an element of the screen shows. */
export type ScreenPart =
  | { readonly kind: 'message'; readonly id: string }
  | { readonly kind: 'chat'; readonly id: string }
  | { readonly kind: 'call' }
  /** The counts of the tabs. */
  | { readonly kind: 'counts' }
  | { readonly kind: 'page' };

/** How the screen is shown. Null: as the script reports it. */
export interface ScreenLooks {
  readonly dark: boolean | null;
  readonly language: string | null;
}

/** Messages from the inspector to the frame that shows the app. */
export type ToScreen =
  | { readonly type: 'script'; readonly lines: readonly NumberedLine[]; readonly n: number }
  | { readonly type: 'lines'; readonly lines: readonly NumberedLine[] }
  | { readonly type: 'show'; readonly n: number }
  | { readonly type: 'looks'; readonly looks: ScreenLooks }
  /** Asks for the nearest event that changed what is on screen. */
  | { readonly type: 'seek'; readonly by: 1 | -1 };

/** Messages from the frame to the inspector. */
export type FromScreen =
  | { readonly type: 'ready' }
  /** `isWaiting`: the page asks for data that no recording holds, and keeps loading. */
  | { readonly type: 'drawn'; readonly n: number; readonly isWaiting: boolean }
  /** `n` null: there is no such event. */
  | { readonly type: 'sought'; readonly n: number | null }
  | { readonly type: 'picked'; readonly part: ScreenPart; readonly words: string }
  | { readonly type: 'key'; readonly key: string; readonly shift: boolean };

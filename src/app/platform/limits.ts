import { SECOND } from '../../domain/duration.ts';

/** Numbers of the screens alone; those that others go by too are in `domain/limits.ts`. */

/** In wide windows a picture is large enough to view in place. */
export const imageWide = { boxWidth: 420, boxHeight: 420, leastPx: 100 } as const;

/** Days of a custom mute (ROLE-6). */
export const groupLimits = { muteDaysMax: 365 } as const;

/** Files chosen at once, remembered emoji, and the size of reduced pictures (quality up to 1). */
export const attachLimits = {
  photosMax: 30,
  filesMax: 30,
  emojiAtOnce: 9,
  recentEmojiMax: 24,
  placeNameMax: 60,
  cancelSlidePx: 80,
  lockSlidePx: 60,
  playedVoicesMax: 400,
  voicePlacesMax: 50,
  /** The shorter side keeps the width of a phone's screen: a long screenshot stays legible. */
  reduced: { longestPx: 2_048, shortestPx: 1_080 },
  /** Some phones draw nothing on a larger canvas. */
  canvasPixelsMax: 16_000_000,
  pictureLargeBytes: 1_000_000,
  pictureQuality: 0.82,
} as const;

/** Other servers that one device lists (PHONE-11). */
export const serverListLimits = { max: 20 } as const;

/** Time for a newer build to take over before the page reloads, which makes it take over (UPD-12). */
export const takeOverMs = 2 * SECOND;

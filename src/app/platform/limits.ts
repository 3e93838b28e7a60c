import { SECOND } from '../../domain/duration.ts';

/** Numbers of the screens alone; those that others go by too are in `domain/limits.ts`. */

/** On wide windows a picture is large enough to look at where it stands. */
export const imageWide = { boxWidth: 420, boxHeight: 420, leastPx: 100 } as const;

/** Days of a mute of one's own length (ROLE-6). */
export const groupLimits = { muteDaysMax: 365 } as const;

/**
 * What a person chooses at once, what the emoji panel remembers, and what pictures become that are made
 * smaller (quality of 1).
 */
export const attachLimits = {
  photosMax: 30,
  filesMax: 30,
  emojiAtOnce: 9,
  recentEmojiMax: 24,
  placeNameMax: 60,
  cancelSlidePx: 80,
  heardVoicesMax: 400,
  voicePlacesMax: 50,
  pictureLongestPx: 2_048,
  pictureLargeBytes: 1_000_000,
  pictureQuality: 0.82,
} as const;

/** How long a newer build may take to take over before the page is left, which lets it (UPD-12). */
export const takeOverMs = 2 * SECOND;

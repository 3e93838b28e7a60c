/** The background of a transparent picture that keeps its writing visible. */
export type Ground = 'light' | 'dark' | 'middle';

/** Points with less than this opacity (of 255) show what is behind them. */
const CLEAR_BELOW = 128;
/** A picture with fewer clear points (of all) is a rectangle with rounded corners, or has a soft edge. */
const CLEAR_LEAST = 0.05;
/** Luminance that a dark surface swallows, and that a light one does. */
const [DARK_TO, LIGHT_FROM] = [0.1, 0.6];
/** Parts of what is drawn that must stay visible. */
const [MANY, SOME] = [0.2, 0.1];

/**
 * Returns the ground for a picture by its points: red, green, blue, opacity of each, from 0 to 255.
 * Null: it is opaque, or colourful enough for any ground.
 */
export function groundFor(points: Uint8ClampedArray | Uint8Array): Ground | null {
  let [all, clear, opacitySum, dark, light] = [0, 0, 0, 0, 0];
  for (let at = 0; at + 3 < points.length; at += 4) {
    const [red = 0, green = 0, blue = 0, opacity = 0] = points.subarray(at, at + 4);
    const bright = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    all += 1;
    if (opacity < CLEAR_BELOW) clear += 1;
    opacitySum += opacity;
    if (bright < DARK_TO) dark += opacity;
    if (bright > LIGHT_FROM) light += opacity;
  }
  if (clear < all * CLEAR_LEAST || opacitySum === 0) return null;
  const [darkPart, lightPart] = [dark / opacitySum, light / opacitySum];
  if (darkPart >= MANY && lightPart < SOME) return 'light';
  if (lightPart >= MANY && darkPart < SOME) return 'dark';
  return darkPart >= SOME && lightPart >= SOME ? 'middle' : null;
}

const linear = (value: number): number => (value / 255) ** 2.2;

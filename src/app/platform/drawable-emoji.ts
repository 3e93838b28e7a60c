/** One square for each emoji, large enough to tell an emoji from the box that stands for a missing one. */
const SIDE = 24;
const SIZE = 16;
/** A sequence that the font does not know is drawn as its parts, side by side. */
const WIDER = 1.6;
/** No font draws it. */
const UNASSIGNED = '\u{1fffd}';

interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly missing: string;
  readonly width: number;
}

let pen: Pen | null | undefined;
const cache = new Map<string, boolean>();

/**
 * Checks whether the fonts of this device draw an emoji as one picture (EMOJI-4). Each is measured when it is
 * first shown, because a font may lack some emoji of a version; the result is kept.
 */
export function canDraw(emoji: string): boolean {
  const cached = cache.get(emoji);
  if (cached !== undefined) return cached;
  pen ??= openPen();
  const drawable = pen === null || isDrawn(pen, emoji);
  cache.set(emoji, drawable);
  return drawable;
}

function openPen(): Pen | null {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.font = `${SIZE}px ${getComputedStyle(document.body).fontFamily}`;
  context.textBaseline = 'top';
  return { context, missing: pixelsOf(context, UNASSIGNED), width: context.measureText('😀').width };
}

function isDrawn({ context, missing, width }: Pen, emoji: string): boolean {
  return (
    context.measureText(emoji).width < width * WIDER &&
    pixelsOf(context, emoji.replaceAll('\ufe0f', '')) !== missing
  );
}

function pixelsOf(context: CanvasRenderingContext2D, text: string): string {
  context.clearRect(0, 0, SIDE, SIDE);
  context.fillText(text, 2, 2);
  return context.getImageData(0, 0, SIDE, SIDE).data.join();
}

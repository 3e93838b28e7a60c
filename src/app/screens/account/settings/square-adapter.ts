/**
 * How a picture is cut to a square: its centre (fractions of the square), the zoom, and the number of right
 * turns.
 */
export interface SquareCut {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  readonly turns: number;
}

/** The same cut, moved so that the square has no empty side. */
export function withinPicture(
  picture: { readonly width: number; readonly height: number },
  square: SquareCut,
): SquareCut {
  const [width, height] = turnBy(picture, square);
  const short = Math.min(width, height);
  const reach = (side: number) => ((side / short) * square.zoom - 1) / 2;
  return { ...square, x: within(square.x, reach(width)), y: within(square.y, reach(height)) };
}

/** Draws the cut over the whole canvas, which is square. */
export function drawSquare(canvas: HTMLCanvasElement, picture: HTMLImageElement, square: SquareCut): void {
  const brush = canvas.getContext('2d');
  if (brush === null) return;
  const size = canvas.width;
  const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
  const within = withinPicture(natural, square);
  const scale = (size / Math.min(natural.width, natural.height)) * within.zoom;
  brush.setTransform(1, 0, 0, 1, 0, 0);
  // A picture may be transparent; the result needs a background.
  brush.fillStyle = '#ffffff';
  brush.fillRect(0, 0, size, size);
  brush.translate(size / 2 + within.x * size, size / 2 + within.y * size);
  brush.rotate((within.turns * Math.PI) / 2);
  brush.scale(scale, scale);
  brush.drawImage(picture, -natural.width / 2, -natural.height / 2);
}

export async function squareOf(
  picture: HTMLImageElement,
  square: SquareCut,
  px: number,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = px;
  canvas.height = px;
  drawSquare(canvas, picture, square);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
}

/** Reads a picture of this device; null if this browser cannot show it. */
export async function readPicture(body: Blob): Promise<HTMLImageElement | null> {
  const picture = new Image();
  picture.src = URL.createObjectURL(body);
  try {
    await picture.decode();
    return picture.naturalWidth > 0 ? picture : null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(picture.src);
  }
}

/** A smaller copy as text, for keeping in the settings of this device. */
export async function smallCopy(body: Blob, longestPx: number): Promise<string | null> {
  const picture = await readPicture(body);
  if (picture === null) return null;
  const scale = Math.min(1, longestPx / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.8);
}

const turnBy = (
  { width, height }: { readonly width: number; readonly height: number },
  { turns }: SquareCut,
): readonly [number, number] => (turns % 2 === 0 ? [width, height] : [height, width]);
const within = (value: number, reach: number): number =>
  Math.max(-Math.max(0, reach), Math.min(Math.max(0, reach), value));

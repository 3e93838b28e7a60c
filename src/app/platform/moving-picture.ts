/** No picture has more parts before its first point. */
const CHUNKS_MAX = 256;

/**
 * True for an animated PNG or WebP. A browser draws and writes only the first picture of these, and does not
 * report that there are more.
 */
export async function isMoving(body: Blob): Promise<boolean> {
  const head = await read(body, 0, 21);
  if (text(head, 0) === 'RIFF') return text(head, 8) === 'WEBP' && hasAnimation(head);
  return text(head, 0) === '\u0089PNG' && hasFrames(body);
}

/** The flag of the extended header. */
const hasAnimation = (head: DataView): boolean =>
  text(head, 12) === 'VP8X' && head.byteLength > 20 && (head.getUint8(20) & 2) !== 0;

/** The number of frames is declared before the first points. */
async function hasFrames(body: Blob): Promise<boolean> {
  for (let at = 8, chunks = 0; at + 8 <= body.size && chunks < CHUNKS_MAX; chunks += 1) {
    const chunk = await read(body, at, 8);
    const kind = text(chunk, 4);
    if (kind === 'acTL') return true;
    if (kind === 'IDAT') return false;
    at += 12 + chunk.getUint32(0);
  }
  return false;
}

const read = async (body: Blob, at: number, length: number): Promise<DataView> =>
  new DataView(await body.slice(at, at + length).arrayBuffer());

/** Four characters; fewer at the end of the file. */
const text = (view: DataView, at: number): string =>
  String.fromCharCode(
    ...Array.from({ length: Math.max(0, Math.min(4, view.byteLength - at)) }, (_, i) =>
      view.getUint8(at + i),
    ),
  );

/** Pages without HTTPS, and older browsers, can put text on the clipboard only. */
export const canCopyPictures = (): boolean =>
  typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function';

/**
 * Puts a picture itself on the clipboard: its address opens without a login (MEDIA-17). Returns false if the
 * browser refuses or the picture cannot be read. An animated one is its first frame, since clipboards take
 * PNG only.
 */
export async function copyPicture(address: () => Promise<string>): Promise<boolean> {
  try {
    // A promise, since some browsers allow this only at the press itself.
    const png = address().then(pngOf);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}

async function pngOf(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`picture: HTTP ${answer.status}`);
  const picture = await createImageBitmap(await answer.blob());
  try {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [picture.width, picture.height];
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    return png ?? Promise.reject(new Error('picture: too large to draw'));
  } finally {
    picture.close();
  }
}

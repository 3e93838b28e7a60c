/**
 * The browser's own floating picture of a call. It is taken from the element that sounds, which stays
 * while pages change, so the picture stays too.
 */
let source: HTMLVideoElement | null = null;

export function setPictureSource(element: HTMLVideoElement | null): void {
  if (source !== null && document.pictureInPictureElement === source)
    document.exitPictureInPicture().catch(() => undefined);
  source = element;
}

export const hasSmallPicture = (): boolean =>
  typeof document.pictureInPictureEnabled === 'boolean' && document.pictureInPictureEnabled;

/** Opens it, or closes it when it is open. A browser may refuse. */
export async function toggleSmallPicture(): Promise<void> {
  try {
    if (document.pictureInPictureElement !== null) await document.exitPictureInPicture();
    else await source?.requestPictureInPicture();
  } catch {
    // The call itself is not affected.
  }
}

import { attachLimits } from './limits.ts';
import { reducedSize } from '../../domain/media.ts';
import type { LocalFile } from '../../client/interface/files.ts';
import { rememberFacts } from './local-media.ts';

/**
 * A copy with fewer pixels or bytes, in the same kind and under the same name. The file itself when a
 * copy would not be smaller, or when this browser cannot draw or write it.
 */
export async function shrunk(file: LocalFile): Promise<LocalFile> {
  const address = URL.createObjectURL(file.body);
  try {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const natural = { width: picture.naturalWidth, height: picture.naturalHeight };
    const { width, height } = reducedSize(natural, attachLimits.reduced);
    if (width * height > attachLimits.canvasPixelsMax) return file;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
    const body = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, file.body.type, attachLimits.pictureQuality),
    );
    if (body === null || body.type !== file.body.type || body.size >= file.body.size) return file;
    rememberFacts(body, { width, height, durationSec: 0 });
    return { name: file.name, body };
  } catch {
    return file;
  } finally {
    URL.revokeObjectURL(address);
  }
}

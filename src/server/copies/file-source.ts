import type { Files } from '../../ports/files.ts';
import type { FileFacts } from './file-rows.ts';

/** A file cannot be read from storage: not a fault of the target. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}

/** Reads part by part: a stream that waits for the target would time out. */
export async function readPiece(
  files: Pick<Files, 'open'>,
  { key, size }: FileFacts,
  at: number,
  most: number,
): Promise<Buffer> {
  const length = Math.min(most, size - at);
  if (length <= 0) return Buffer.alloc(0);
  const parts: Uint8Array[] = [];
  try {
    const stored = await files.open(key, { start: at, end: at + length - 1 });
    if (stored === null) throw new SourceError('its bytes are gone');
    for await (const part of stored.body) parts.push(part);
    if (stored.sizeBytes !== size)
      throw new SourceError(`it has ${stored.sizeBytes} bytes instead of ${size}`);
  } catch (error) {
    throw error instanceof SourceError
      ? error
      : new SourceError(error instanceof Error ? error.message : String(error), { cause: error });
  }
  const bytes = Buffer.concat(parts);
  if (bytes.length !== length) throw new SourceError(`only ${bytes.length} of ${length} bytes came`);
  return bytes;
}

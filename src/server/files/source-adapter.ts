import { open } from 'node:fs/promises';
import { windowed } from './source.ts';
import type { FileSource } from './source.ts';

/** Opens a file of this machine for as long as `work` reads it. */
export async function withSource<T>(path: string, work: (source: FileSource) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return await work(
      windowed({
        size,
        read: async (at, length) => {
          const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
          return buffer.subarray(0, bytesRead);
        },
      }),
    );
  } finally {
    await handle.close();
  }
}

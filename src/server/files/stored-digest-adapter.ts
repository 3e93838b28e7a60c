import { createHash } from 'node:crypto';
import type { Files } from '../../ports/files.ts';

/** Reads a kept file piece by piece, so that memory stays flat. */
export async function storedDigest(open: Files['open'], name: string): Promise<string | null> {
  const stored = await open(name);
  if (stored === null) return null;
  const hash = createHash('sha256');
  const reader = stored.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) hash.update(part.value);
  return hash.digest('hex');
}

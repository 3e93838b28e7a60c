import type { FileSource } from './source.ts';

/** A sound or video has other bytes than those of characters long before this. */
const HEAD_BYTES = 4_096;
/** Characters that no text has; tabs, line ends and form feeds are in many. */
// oxlint-disable-next-line no-control-regex -- characters that no text has
const NO_TEXT = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f\ufffd-\uffff]/;

/**
 * True for a file whose first bytes are text, in UTF-8 or with the mark of UTF-16 before it. Text about a
 * format can begin with the bytes by which that format is recognized: `RIFF`, `fLaC`, or that mark.
 */
export async function isText(source: FileSource): Promise<boolean> {
  const head = await source.read(0, HEAD_BYTES);
  if (head.byteLength === 0) return false;
  const text = decoded(head);
  return text !== null && !NO_TEXT.test(text);
}

function decoded(head: Uint8Array): string | null {
  const mark = ((head[0] ?? 0) << 8) | (head[1] ?? 0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  try {
    // The end of the piece may be inside a character.
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
}

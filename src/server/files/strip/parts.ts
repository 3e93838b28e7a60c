/** A piece of the new file: a range of the old one, or other bytes. */
export type Part = { readonly from: number; readonly to: number } | Uint8Array;

/** Collects what the new file consists of; null when that is the old file. */
export class NewFile {
  private readonly parts: Part[] = [];
  private isChanged = false;
  /** End of the old bytes that were kept or dropped. */
  private end = 0;

  keep(from: number, to: number): void {
    if (to <= from) return;
    if (from !== this.end) this.isChanged = true;
    this.end = to;
    const last = this.parts.at(-1);
    if (last && !(last instanceof Uint8Array) && last.to === from)
      this.parts[this.parts.length - 1] = { from: last.from, to };
    else this.parts.push({ from, to });
  }

  /** Other bytes, in place of old ones or beside them. */
  add(bytes: Uint8Array): void {
    this.isChanged = true;
    this.parts.push(bytes);
  }

  /** `size` is that of the old file. */
  finish(size: number): readonly Part[] | null {
    return this.isChanged || this.end !== size ? this.parts : null;
  }
}

/** The same file with other bytes in some places, which follow each other. */
export function withPatches(
  size: number,
  patches: readonly { readonly at: number; readonly bytes: readonly Uint8Array[] }[],
): readonly Part[] | null {
  const parts = new NewFile();
  let at = 0;
  for (const patch of patches.toSorted((a, b) => a.at - b.at)) {
    if (patch.at < at) continue;
    parts.keep(at, patch.at);
    at = patch.at;
    for (const bytes of patch.bytes) {
      parts.add(bytes);
      at += bytes.byteLength;
    }
  }
  parts.keep(at, size);
  return parts.finish(size);
}

const STEP = 64 * 1_024;
const ZEROS = new Uint8Array(STEP);

/** A run of one byte value, in pieces, so that a large gap needs no memory. */
export function fillBytes(length: number, value = 0): readonly Uint8Array[] {
  const whole = value === 0 ? ZEROS : new Uint8Array(STEP).fill(value);
  const pieces: Uint8Array[] = Array.from({ length: Math.floor(length / STEP) }, () => whole);
  return length % STEP === 0 ? pieces : [...pieces, whole.subarray(0, length % STEP)];
}

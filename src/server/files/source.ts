/** The bytes of a file, read piece by piece. */
export interface FileSource {
  readonly size: number;
  /** Returns fewer bytes than requested only at the end of the file. */
  read(at: number, length: number): Promise<Uint8Array>;
}

const WINDOW = 64 * 1_024;

/** Answers small reads that follow each other from one window, so that the disk is asked rarely. */
export function windowed(source: FileSource): FileSource {
  let from = 0;
  let window: Uint8Array = new Uint8Array(0);
  return {
    size: source.size,
    read: async (at, length) => {
      if (length > WINDOW) return source.read(at, length);
      if (at < from || at + length > from + window.byteLength) {
        window = at >= source.size ? new Uint8Array(0) : await source.read(at, WINDOW);
        from = at;
      }
      return window.subarray(at - from, at - from + length);
    },
  };
}

/** Big-endian numbers at a place; the caller has checked that they are there. */
export const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
export const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 65_536 + u16(bytes, at + 2);
/** Little-endian. */
export const u32le = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)) +
  (bytes[at + 3] ?? 0) * 0x1000000;

/** Characters of one byte each, as names inside of files are. */
export const latin = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

export const ascii = (text: string): Uint8Array => Uint8Array.from(text, (one) => one.charCodeAt(0));

export const big32 = (value: number): readonly number[] => [
  (value >>> 24) & 255,
  (value >>> 16) & 255,
  (value >>> 8) & 255,
  value & 255,
];

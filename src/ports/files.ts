/**
 * Storage for the bytes of files: a folder, or an object storage. The server makes the names, which carry no
 * information (FILE-1).
 */
export interface Files {
  /** Starts receiving bytes, into a place on this machine. */
  receive(): Promise<Incoming>;
  /** Bytes of a stored file; null if it does not exist. `end` is the last requested byte. */
  open(name: string, range?: { readonly start: number; readonly end: number }): Promise<StoredFile | null>;
  /** SHA-256 of the bytes of a stored file, in hexadecimal; null if it does not exist. */
  digest(name: string): Promise<string | null>;
  /** Free space where files are received; absent if unknown. */
  freeBytes?(): Promise<number>;
  /** Succeeds also for a missing file. */
  remove(name: string): Promise<void>;
}

export interface StoredFile {
  readonly body: ReadableStream<Uint8Array>;
  /** Size of the whole file. */
  readonly sizeBytes: number;
}

/** A file that is being received; exactly one of `keep` and `discard` ends it. */
export interface Incoming {
  /** Resolves when the next part may come: so memory stays flat (UP-SRV-1). */
  write(part: Uint8Array): Promise<void>;
  /** Ends the receipt; no further writes are allowed. */
  end(): Promise<{ readonly sizeBytes: number; readonly digest: string }>;
  /** Path for `Media` on the same host. */
  readonly scratch: string;
  keep(name: string, type: string): Promise<void>;
  discard(): Promise<void>;
}

/** The type of a file by its bytes, independent of its name and the sender's claim (UP-SRV-3). */
export interface MediaFacts {
  /** `other`: an unknown type, or one that differs from its appearance. */
  readonly kind: 'image' | 'audio' | 'video' | 'document' | 'other';
  readonly mime: string;
  readonly ext: string;
  /** Displayed size, after rotation; 0 if unknown. */
  readonly width: number;
  readonly height: number;
  /** Null if the file does not contain its length. */
  readonly durationSec: number | null;
}

export interface Media {
  look(scratch: string): Promise<MediaFacts>;
  /**
   * Writes the file without its metadata about place, time and device. Returns false and writes nothing if it
   * has none (UP-SRV-11). `mime` is that of `look`.
   */
  strip(scratch: string, mime: string, write: (part: Uint8Array) => Promise<void>): Promise<boolean>;
  /** A square picture of at most `size` pixels, for avatars. */
  square(scratch: string, size: number): Promise<Uint8Array>;
  /** Encodes the picture again from its pixels, at most this wide and high (PREVIEW-6). */
  fit(scratch: string, size: number): Promise<FittedPicture>;
  /** Up to nine pictures or initials as one (FILE-10). */
  compose(tiles: readonly Tile[], size: number): Promise<Uint8Array>;
}

export interface FittedPicture {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** `hue`: one of eight colours. */
export type Tile = { readonly picture: Uint8Array } | { readonly initials: string; readonly hue: number };

/** A form of the contract: fields as text, and one file. */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: {
    readonly name: string;
    readonly incoming: Incoming;
    readonly sizeBytes: number;
    readonly digest: string;
  } | null;
}

/** Files cannot be stored or read now; nothing was stored, and a retry may work. `full`: no space is left. */
export class FilesAwayError extends Error {
  override readonly name: string = 'FilesAwayError';
  constructor(
    message: string,
    readonly full: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The reason why a form cannot be read. Its data is discarded. */
export class FormError extends Error {
  constructor(readonly why: 'notAForm' | 'tooLarge' | 'cut') {
    super(why);
    this.name = 'FormError';
  }
}

export type ReadForm = (
  request: Request,
  files: Files,
  limits: { readonly fileBytesMax: number; readonly fieldBytesMax: number },
) => Promise<Form>;

/** Ports of a node for receiving, examining and serving files. */
export interface FilePorts {
  readonly files: Files;
  readonly media: Media;
  readonly readForm: ReadForm;
}

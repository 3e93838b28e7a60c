import { copyLimits } from '../kernel/copy-limits.ts';
import { CopyRefusedError } from '../kernel/store-errors.ts';
import type { CopyCipher } from './copy-cipher.ts';
import type { CopyTarget } from './target.ts';

/** One stored item: its header, and its bytes. */
export interface StoredPiece {
  readonly head: unknown;
  readonly bytes: Buffer;
  /** The key is needed to produce another piece with the same mark. */
  readonly mark: string;
}

interface Parts {
  readonly size: number;
  /** Marks of the parts, in order; the last bytes are stored beside this. */
  readonly parts: readonly string[];
  readonly base: string;
}

/** How many parts there are beside the piece that names them. */
export const partsOf = (bytes: number): number => Math.floor(bytes / copyLimits.partBytes);

const partName = (base: string, at: number): string => `${base}.${String(at).padStart(5, '0')}`;

/** A target with encrypted items only. */
export class CopyStore {
  /** Bytes that were put. */
  bytesWritten = 0;

  constructor(
    readonly target: CopyTarget,
    private readonly cipher: CopyCipher,
  ) {}

  /** Data that does not compress may skip `packed`. */
  async write(name: string, head: unknown, bytes: Buffer, packed = true): Promise<string> {
    const text = Buffer.from(JSON.stringify(head));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    const encrypted = this.cipher.encrypt(name, Buffer.concat([length, text, bytes]), packed);
    await this.target.write(name, encrypted);
    this.bytesWritten += encrypted.length;
    return markOf(encrypted);
  }

  /** Derives the stored name of an item whose own name must stay private. */
  nameOf(text: string): string {
    return this.cipher.nameOf(text);
  }

  async get(name: string): Promise<StoredPiece> {
    const encrypted = await this.target.get(name);
    const plain = this.cipher.decrypt(name, encrypted);
    const end = 4 + plain.readUInt32BE(0);
    return {
      head: JSON.parse(plain.subarray(4, end).toString()),
      bytes: plain.subarray(end),
      mark: markOf(encrypted),
    };
  }

  /** Something of any length, part by part; it is there once its name is. Gives way after each part. */
  async *writeLong(
    base: string,
    read: (at: number, most: number) => Buffer | Promise<Buffer>,
    ending: () => Promise<{ readonly name: string; readonly head: object }>,
    packed = true,
  ): AsyncGenerator<void> {
    const parts: string[] = [];
    let size = 0;
    let bytes = await read(0, copyLimits.partBytes);
    while (bytes.length === copyLimits.partBytes) {
      parts.push(await this.write(partName(base, parts.length), {}, bytes, packed));
      size += bytes.length;
      bytes = await read(size, copyLimits.partBytes);
      yield;
    }
    const { name, head } = await ending();
    const beside = { ...head, size: size + bytes.length, parts, base } satisfies Parts;
    await this.write(name, beside, bytes, packed);
  }

  /** Passes on the bytes in order; returns the header beside them. */
  async getLong(name: string, write: (bytes: Buffer) => Promise<unknown>): Promise<unknown> {
    const { head, bytes } = await this.get(name);
    const { parts, base } = head as Parts;
    for (const [at, mark] of parts.entries()) {
      const part = await this.get(partName(base, at));
      if (part.mark !== mark)
        throw new CopyRefusedError(`${partName(base, at)} is another one than ${name} tells`);
      await write(part.bytes);
    }
    await write(bytes);
    return head;
  }
}

const markOf = (encrypted: Buffer): string => encrypted.subarray(-16).toString('hex');

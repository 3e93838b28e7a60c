import { copyLimits } from '../kernel/copy-limits.ts';
import { CopyRefusedError } from '../kernel/store-errors.ts';
import type { CopyCipher } from './copy-cipher.ts';
import type { CopyTarget } from './target.ts';

/** One thing that was put away: what it says of itself, and its bytes. */
export interface Kept {
  readonly head: unknown;
  readonly bytes: Buffer;
  /** Nobody without the key can make another one with the same mark. */
  readonly mark: string;
}

interface Parts {
  readonly size: number;
  /** Marks of the parts, in order; the last bytes stand beside this. */
  readonly parts: readonly string[];
  readonly base: string;
}

const partName = (base: string, at: number): string => `${base}.${String(at).padStart(5, '0')}`;

/** A target that holds nothing but what is encrypted. */
export class Shelf {
  constructor(
    readonly target: CopyTarget,
    private readonly cipher: CopyCipher,
  ) {}

  async put(name: string, head: unknown, bytes: Buffer): Promise<string> {
    const text = Buffer.from(JSON.stringify(head));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    const encrypted = this.cipher.encrypt(name, Buffer.concat([length, text, bytes]));
    await this.target.put(name, encrypted);
    return markOf(encrypted);
  }

  async get(name: string): Promise<Kept> {
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
  async *putLong(
    base: string,
    read: (at: number, most: number) => Buffer,
    ending: () => Promise<{ readonly name: string; readonly head: object }>,
  ): AsyncGenerator<void> {
    const parts: string[] = [];
    let size = 0;
    let bytes = read(0, copyLimits.partBytes);
    while (bytes.length === copyLimits.partBytes) {
      parts.push(await this.put(partName(base, parts.length), {}, bytes));
      size += bytes.length;
      bytes = read(size, copyLimits.partBytes);
      yield;
    }
    const { name, head } = await ending();
    await this.put(name, { ...head, size: size + bytes.length, parts, base } satisfies Parts, bytes);
  }

  /** Tells the bytes in order; answers what stands beside them. */
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

import { FormError } from '../../ports/files.ts';
import type { Files, Incoming, ReadForm } from '../../ports/files.ts';
import type { KeptDemo } from './keep-adapter.ts';
import { hexOf } from './sha256.ts';

/** Files that are being looked at, by the name they have until they are kept. */
export type Scratch = Map<string, Blob>;

/** Files of the server, in this browser's own storage. */
export function createPageFiles(storage: KeptDemo, scratch: Scratch): Files {
  return {
    receive: () => Promise.resolve(incoming(storage, scratch)),
    open: async (name, range) => {
      const bytes = await storage.readFile(name);
      if (bytes === null) return null;
      const part = range ? bytes.slice(range.start, range.end + 1) : bytes;
      return { body: part.stream(), sizeBytes: bytes.size };
    },
    digest: async (name) => {
      const bytes = await storage.readFile(name);
      return bytes && digestOf(bytes);
    },
    remove: (name) => storage.removeFile(name),
  };
}

const digestOf = async (whole: Blob): Promise<string> =>
  hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', await whole.arrayBuffer())));

function incoming(storage: KeptDemo, scratch: Scratch): Incoming {
  const name = crypto.randomUUID();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  return {
    scratch: name,
    write: async (part) => void parts.push(new Uint8Array(part)),
    end: async () => {
      const whole = new Blob(parts);
      scratch.set(name, whole);
      return { sizeBytes: whole.size, digest: await digestOf(whole) };
    },
    keep: async (as) => {
      const whole = scratch.get(name);
      if (whole) await storage.writeFile(as, whole);
      scratch.delete(name);
    },
    discard: async () => void scratch.delete(name),
  };
}

/** The page reads forms itself: nothing has to flow, since nothing comes from afar. */
export const readPageForm: ReadForm = async (request, files, { fileBytesMax, fieldBytesMax }) => {
  const form = await request.formData().catch(() => {
    throw new FormError('notAForm');
  });
  const fields: Record<string, string> = {};
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue;
    if (value.length > fieldBytesMax) throw new FormError('tooLarge');
    fields[name] = value;
  }
  const upload = form.get('file');
  if (upload === null || typeof upload === 'string') return { fields, file: null };
  if (upload.size > fileBytesMax) throw new FormError('tooLarge');
  const incoming = await files.receive();
  await incoming.write(new Uint8Array(await upload.arrayBuffer()));
  return { fields, file: { name: upload.name, incoming, ...(await incoming.end()) } };
};

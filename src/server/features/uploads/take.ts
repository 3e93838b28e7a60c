import type { UserId } from '../../../domain/ids.ts';
import { uploadLimits as limits } from '../../../domain/limits.ts';
import type { FilePorts, Form, MediaFacts } from '../../../ports/files.ts';
import type { FileRow, WriteTx } from '../../../ports/store.ts';
import { code } from '../../../wire/envelope.ts';
import type { Core } from '../../kernel/core.ts';
import { Refusal, refusedForNow } from '../../kernel/refusal.ts';
import { StoreFailedError } from '../../kernel/store-errors.ts';

/** A file as a call gets it; `form.ts` has received it whole. */
export type GivenFile = NonNullable<Form['file']>;

export const filesOf = (core: Core): FilePorts | Refusal => {
  if (!core.uploads) return new Refusal('uploadsOff');
  return core.uploads;
};

/** Uploads stop early with 401, for any reason (protocol 2.5). */
export const refusedUpload = (reason: Refusal['reason'], facts: Refusal['facts'] = {}): Refusal =>
  new Refusal(reason, { code: code.early, facts });

export interface CheckedUpload {
  readonly source: GivenFile;
  readonly facts: MediaFacts;
  readonly name: string;
  readonly ext: string;
}

/** A picture too large to be shown can only be saved. */
const unshown = (facts: MediaFacts): MediaFacts => ({
  ...facts,
  kind: 'other',
  mime: 'application/octet-stream',
  width: 0,
  height: 0,
});

/**
 * Inspects the bytes; the name only labels it (UP-SRV-3). `isFile`: sent as a file, regardless of content
 * (UP-SRV-12).
 */
export async function look(
  core: Core,
  source: GivenFile | null,
  { ext = '', isFile = false }: { readonly ext?: string; readonly isFile?: boolean } = {},
): Promise<CheckedUpload | Refusal> {
  if (!source) return new Refusal('fileMissing');
  if (source.sizeBytes === 0) return refusedUpload('fileEmpty');
  const ports = filesOf(core);
  if (ports instanceof Refusal) return ports;
  let facts = await ports.media.look(source.incoming.scratch);
  if (facts.width * facts.height > limits.pixelsMax) {
    if (!isFile) return refusedUpload('pictureLarge');
    facts = unshown(facts);
  }
  const name = nameOf(source.name, facts.ext || ext);
  return { source, facts, name, ext: facts.ext || uploadEnding(name) || ext.toLowerCase() };
}

/** Runs `work` with the file as others receive it: without metadata on place, time and device (UP-SRV-11). */
export async function withStripped<T>(
  core: Core,
  upload: CheckedUpload,
  work: (stripped: CheckedUpload) => Promise<T>,
): Promise<T> {
  const { files, media } = core.uploads ?? {};
  if (!files || !media) return work(upload);
  const incoming = await files.receive();
  try {
    const { scratch } = upload.source.incoming;
    const isOther = await media.strip(scratch, upload.facts.mime, (part) => incoming.write(part));
    if (!isOther) return await work(upload);
    const stripped = { ...upload.source, incoming, ...(await incoming.end()) };
    return await work({ ...upload, source: stripped });
  } finally {
    await incoming.discard();
  }
}

/** Emoji, flags and scripts with joined letters need joiners and tags (UI-149). */
const EXCLUDED = /(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{C}<>:"|?*]/gu;

/** The last part of the sender's path, without characters that file names exclude. */
function nameOf(path: string, ext: string): string {
  const last = path.split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(EXCLUDED, '').trim();
  const name = [...clean].slice(-limits.nameMax).join('') || 'file';
  return uploadEnding(name) === '' && ext !== '' ? `${name}.${ext}` : name;
}

export const uploadEnding = (name: string): string =>
  (/\.([a-z0-9]{1,10})$/i.exec(name)?.[1] ?? '').toLowerCase();

const DOCUMENTS: ReadonlySet<string> = new Set([
  'ppt',
  'pptx',
  'doc',
  'docx',
  'xls',
  'xlsx',
  'pdf',
  'txt',
  'md',
  'rtf',
  'odt',
  'ods',
  'csv',
]);

/**
 * 1 document, 2 picture, 3 audio, 4 video, 9 other. Unknown bytes are sorted by their name, and stay unsafe.
 */
export function cateOf({ facts, ext }: CheckedUpload): FileRow['cate'] {
  switch (facts.kind) {
    case 'image':
      return 2;
    case 'audio':
      return 3;
    case 'video':
      return 4;
    case 'document':
      return 1;
    case 'other':
      return DOCUMENTS.has(ext) ? 1 : 9;
  }
}

export interface KeptFile {
  readonly row: Omit<FileRow, 'id' | 'createdAtMs'>;
  readonly shared: boolean;
  /** Deletes the stored file if the command that needs it is refused. */
  undo(): Promise<void>;
}

const NOT_SHOWN = { width: 0, height: 0, durationSec: null } as const;

/** Puts the bytes in their place before the transaction; the same bytes are stored once (UP-SRV-8). */
export async function keepFile(
  core: Core,
  user: UserId,
  upload: CheckedUpload,
  purpose: FileRow['purpose'],
  isFile = false,
): Promise<KeptFile | Refusal> {
  const ports = filesOf(core);
  if (ports instanceof Refusal) return ports;
  const { files } = ports;
  const { source, facts, name, ext } = upload;
  // A picture or video sent as a file is never shown as one: its bytes are unchanged.
  const { width, height, durationSec } = isFile ? NOT_SHOWN : facts;
  const twin = await core.store.read((tx) => tx.files.same(source.digest, purpose));
  const key = twin?.key ?? core.ids.hex(16);
  if (!twin) await source.incoming.keep(key, facts.mime);
  const row = {
    user,
    name,
    ext,
    mime: facts.mime,
    cate: cateOf(upload),
    sizeBytes: source.sizeBytes,
    digest: source.digest,
    key,
    purpose,
    details: { width, height, durationSec },
  };
  return { row, shared: twin !== null, undo: async () => (twin ? undefined : files.remove(key)) };
}

/**
 * Runs the work that needs the stored bytes, and deletes them if it fails. After an unknown commit they stay:
 * a message may hold them (COMMIT-3).
 */
export async function orUndone<T>(file: Pick<KeptFile, 'undo'> | null, work: () => Promise<T>): Promise<T> {
  let shouldKeep = false;
  try {
    const answer = await work();
    shouldKeep = !(answer instanceof Refusal);
    return answer;
  } catch (error) {
    shouldKeep = error instanceof StoreFailedError;
    throw error;
  } finally {
    if (!shouldKeep) await file?.undo();
  }
}

export async function addFile(tx: WriteTx, { row, shared }: KeptFile): Promise<FileRow | Refusal> {
  // The last file with these bytes was removed in the meantime: a retry stores them again.
  if (shared && !(await tx.files.byKey(row.key))) return refusedForNow('away', 1, {}, code.away);
  const full = { ...row, createdAtMs: tx.nowMs };
  return { ...full, id: await tx.files.insert(full) };
}

import type { SnapshotFrom } from 'xstate';
import type { uploadMachine } from '../../../machines/upload.machine.ts';
import type { UploadView } from '../interface/files.ts';
import type { StoredUpload } from './records.ts';

/** Flags for a formatted caption, and for a plain file regardless of its bytes (UP-SRV-12). */
export function extendsOf(kind: UploadView['kind'], format: UploadView['format']): object {
  if (kind !== 'file' && !format) return {};
  return { extends: { ...(format && { format }), ...(kind === 'file' && { asFile: 1 }) } };
}

/** The view of an upload; null once it has ended. */
export function viewOf(
  upload: Omit<StoredUpload, 'createdAtMs' | 'failed'>,
  createdAtMs: number,
  failure: StoredUpload['failed'],
  { value, context }: SnapshotFrom<typeof uploadMachine>,
): UploadView | null {
  if (value === 'done' || value === 'cancelled') return null;
  const { id, to, kind, file, caption, format, quote } = upload;
  const state = failure === null ? (value === 'putOff' ? 'waiting' : value) : 'failed';
  return {
    id,
    to,
    kind,
    file,
    ...(caption && { caption }),
    ...(format && { format }),
    ...(quote?.root !== undefined && { root: quote.root }),
    sizeBytes: context.sizeBytes,
    sentBytes: context.sentBytes,
    state,
    reason: failure?.reason ?? context.reason,
    createdAtMs,
  };
}

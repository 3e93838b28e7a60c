import { megabytes } from '../kernel/form-kind.ts';
import type { FormKind } from '../kernel/form-kind.ts';
import * as v from 'valibot';
import type { UserId } from '../../domain/ids.ts';
import { MEGABYTE, quotaLimits } from '../kernel/limits.ts';
import { FormError } from '../../ports/files.ts';
import type { Form } from '../../ports/files.ts';
import { badField } from '../../wire/bad-field.ts';
import { code } from '../../wire/envelope.ts';
import type { Core } from '../kernel/core.ts';
import { Refusal, refusedForNow } from '../kernel/refusal.ts';
import type { EndpointAnswer } from '../kernel/request.ts';
import type { EndpointParts } from './calls.ts';
import type { Endpoint } from '../features/endpoint.ts';

const FIELD_BYTES_MAX = 64 * 1_024;
/** Time for the others to end. */
const FULL_RETRY_MS = 2_000;
/** Time for an operator to free space. */
const DISK_RETRY_MS = 60_000;

/** Reads the form, runs the call, and throws away what the call did not keep. */
export async function withForm(
  { core, quotas, uploading }: EndpointParts,
  row: Endpoint,
  kind: FormKind,
  request: Request,
  who: UserId,
  run: (body: unknown) => Promise<EndpointAnswer | Refusal>,
): Promise<EndpointAnswer | Refusal> {
  if (!core.uploads) return new Refusal('uploadsOff');
  const leave = uploading.begin(who);
  if (!leave) return refusedForNow('uploadsMany', FULL_RETRY_MS);
  let form: Form | null = null;
  try {
    const noRoom =
      (await refusedByDisk(core)) ??
      (await quotas.demandRoom(Number(request.headers.get('content-length') ?? 0)));
    if (noRoom) return noRoom;
    const outcome = await received(core, kind, request);
    if (outcome instanceof Refusal) return outcome;
    form = outcome;
    if (form.file) {
      const { sizeBytes } = form.file;
      const tooMuch = (await quotas.demandRoom(sizeBytes)) ?? (await quotas.takeFile(who, sizeBytes));
      if (tooMuch) return tooMuch;
    }
    const read = v.safeParse(row.body, form.fields, { abortEarly: true });
    if (!read.success) return new Refusal('badField', { facts: { field: badField(read.issues) } });
    return await run({ ...(read.output as object), file: form.file });
  } finally {
    leave();
    await form?.file?.incoming.discard();
  }
}

/** Uploads stop before messages do: those need little room (LIMIT-14). */
async function refusedByDisk({ uploads, settings }: Core): Promise<Refusal | null> {
  const free = await uploads?.files.freeBytes?.();
  if (free !== undefined && free < (settings.quota?.diskFloorMb ?? quotaLimits.diskFloorMb) * MEGABYTE)
    return refusedForNow('full', DISK_RETRY_MS, {}, code.away);
  return null;
}

async function received(core: Core, kind: FormKind, request: Request): Promise<Form | Refusal> {
  const max = megabytes(core.config(), kind);
  const promised = Number(request.headers.get('content-length') ?? 0);
  // A promise far beyond the limit is answered at once; one near it may be the form around the file.
  if (promised > (max + 1) * MEGABYTE) return tooLarge(max);
  try {
    if (!core.uploads) return new Refusal('uploadsOff');
    return await core.uploads.readForm(request, core.uploads.files, {
      fileBytesMax: max * MEGABYTE,
      fieldBytesMax: FIELD_BYTES_MAX,
    });
  } catch (error) {
    if (!(error instanceof FormError)) throw error;
    return error.why === 'tooLarge' ? tooLarge(max) : new Refusal('badForm');
  }
}

const tooLarge = (max: number): Refusal => new Refusal('fileLarge', { code: code.early, facts: { max } });

import * as v from 'valibot';
import type { UserId } from '../../domain/ids.ts';
import { frameLimits } from '../../domain/list-limits.ts';
import { type Form, FormError } from '../../ports/files.ts';
import { code } from '../../wire/envelope.ts';
import type { Endpoint } from '../features/endpoint.ts';
import type { Core } from '../kernel/core.ts';
import { type FormKind, megabytes } from '../kernel/form-kind.ts';
import { MEGABYTE, quotaLimits, serverLimits } from '../kernel/limits.ts';
import { fieldRefusal, Refusal, refusedForNow } from '../kernel/refusal.ts';
import type { EndpointAnswer } from '../kernel/request.ts';
import type { CallRequest } from './call-request.ts';
import type { EndpointParts } from './calls.ts';

/**
 * Query, form and JSON body become one input (WIRE-2). Objects without a prototype, so that no name of a
 * field can reach anything but a field; size and depth are limited (WIRE-10).
 */
export type RequestInput = Record<string, unknown>;

/** A list of a thousand, and as much again. */
const FIELDS_MAX = 2_000;
/** Names in brackets included: far longer than any that a call reads. */
const FIELD_NAME_MAX = 500;

/** Parses a call and the text of its body. */
export function parseInput(request: CallRequest, body: string): RequestInput | readonly unknown[] | Refusal {
  const at = request.url.indexOf('?');
  const input: RequestInput = Object.create(null);
  const sizes = new Map<RequestInput, number>();
  const query = at >= 0 ? addForm(input, request.url.slice(at + 1).split('#', 1)[0] ?? '', sizes) : null;
  if (query) return query;
  const hasBody = body.trim() !== '';
  const type = (request.header('content-type') ?? '').toLowerCase();
  // Pages of other sites may send it without a preflight; our clients never do.
  if (hasBody && type.startsWith('text/plain')) return new Refusal('badBody');
  const isForm = type.includes('x-www-form-urlencoded') && !/^\s*[[{]/.test(body);
  const form = isForm ? addForm(input, body, sizes) : null;
  if (form) return form;
  // Once, when all are in: lists and objects of the usual kind have a prototype, which a later name could
  // reach.
  for (const name of Object.keys(input)) input[name] = listed(input[name]);
  const bad = faultIn(input);
  if (bad || isForm || !hasBody) return bad ?? input;
  const json = parse(body);
  if (json instanceof Refusal) return json;
  const refusal = faultIn(json);
  if (refusal) return refusal;
  if (Array.isArray(json)) return json as readonly unknown[];
  if (typeof json !== 'object' || json === null) return new Refusal('badBody');
  // Needs no merging: the schema reads only own fields.
  if (at < 0) return json as RequestInput;
  for (const name of Object.keys(json)) input[name] = (json as RequestInput)[name];
  return input;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return new Refusal('badBody');
  }
}

/**
 * Walks level by level, so that no depth exhausts the stack, and up to a number of values, so that one body
 * cannot delay other users. U+0000 is rejected, because not every store can hold it.
 */
function faultIn(value: unknown): Refusal | null {
  let level: unknown[] = [value];
  let left: number = serverLimits.valuesMax;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > frameLimits.depthMax) return new Refusal('badBody');
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === 'string' && item.includes('\0')) return new Refusal('badBody');
      if (typeof item !== 'object' || item === null) continue;
      const added = fill(next, item, left);
      if (added instanceof Refusal) return added;
      left -= added;
    }
    level = next;
  }
  return null;
}

/** Adds what a list or an object holds; answers how many. */
function fill(next: unknown[], item: object, most: number): number | Refusal {
  const names = Array.isArray(item) ? null : Object.keys(item);
  const inner: readonly unknown[] = names === null ? (item as unknown[]) : Object.values(item);
  if (inner.length > most) return new Refusal('tooLarge');
  if (names?.some((name) => name.includes('\0'))) return new Refusal('badBody');
  for (const one of inner) next.push(one);
  return inner.length;
}

/** `user_ids[0]=5`, `user_ids[]=5`, `setting[invite]=1`; later names win, lists keep their order. */
function addForm(input: RequestInput, form: string, sizes: Map<RequestInput, number>): Refusal | null {
  const many = refusedForMany(form);
  if (many) return many;
  for (const [name, value] of new URLSearchParams(form)) {
    const path = pathOf(name);
    if (path instanceof Refusal) return path;
    setIn(input, path, value, sizes);
  }
  return null;
}

/** Counted before anything is taken apart. */
function refusedForMany(form: string): Refusal | null {
  let fields = 1;
  for (let at = form.indexOf('&'); at >= 0; at = form.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > FIELDS_MAX) return new Refusal('tooLarge');
  }
  return null;
}

/** Parses bracket by bracket, up to the maximum depth: the time grows only with the length (WIRE-23). */
function pathOf(name: string): readonly string[] | Refusal {
  if (name.length > FIELD_NAME_MAX) return new Refusal('badBody');
  let open = name.indexOf('[');
  if (open <= 0) return [name];
  const path = [name.slice(0, open)];
  while (open >= 0) {
    const close = name.indexOf(']', open);
    if (close < 0) break;
    path.push(name.slice(open + 1, close));
    if (path.length > frameLimits.depthMax) return new Refusal('badBody');
    open = name.indexOf('[', close);
  }
  return path;
}

/** `sizes`: how many names each has, for those without one; counting them each time would cost the square. */
function setIn(
  input: RequestInput,
  path: readonly string[],
  value: string,
  sizes: Map<RequestInput, number>,
): void {
  let at = input;
  for (const [i, part] of path.entries()) {
    const size = sizes.get(at) ?? 0;
    const key = part === '' ? String(size) : part;
    if (!(key in at)) sizes.set(at, size + 1);
    if (i === path.length - 1) {
      at[key] = value;
      return;
    }
    const inner = at[key];
    const next: RequestInput =
      typeof inner === 'object' && inner !== null
        ? (inner as RequestInput)
        : (Object.create(null) as RequestInput);
    at[key] = next;
    at = next;
  }
}

/** Objects whose names are 0, 1, 2 … are lists. */
function listed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, listed(item)] as const);
  const isList = entries.length > 0 && entries.every(([name], i) => name === String(i));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

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
  execute: (body: unknown) => Promise<EndpointAnswer | Refusal>,
): Promise<EndpointAnswer | Refusal> {
  if (!core.uploads) return new Refusal('uploadsOff');
  const leave = uploading.begin(who);
  if (!leave) return refusedForNow('uploadsMany', FULL_RETRY_MS);
  let form: Form | null = null;
  try {
    const noRoom =
      (await refusedByDisk(core)) ??
      (await quotas.checkRoom(Number(request.headers.get('content-length') ?? 0)));
    if (noRoom) return noRoom;
    const outcome = await received(core, kind, request);
    if (outcome instanceof Refusal) return outcome;
    form = outcome;
    if (form.file) {
      const { sizeBytes } = form.file;
      const tooMuch = (await quotas.checkRoom(sizeBytes)) ?? (await quotas.takeFile(who, sizeBytes));
      if (tooMuch) return tooMuch;
    }
    const read = v.safeParse(row.body, form.fields, { abortEarly: true });
    if (!read.success) return fieldRefusal(read.issues);
    return await execute({ ...(read.output as object), file: form.file });
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

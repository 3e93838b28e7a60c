import * as v from 'valibot';
import { networkLimits } from '../../domain/first-limits.ts';
import { fail, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { DevicePort } from '../../ports/device.ts';
import type { HttpOutcome, HttpPort, TransferPort, UploadRequest } from '../../ports/http.ts';
import { code, envelope as envelopeSchema, ERASED, fieldData } from '../../wire/envelope.ts';
import type { Envelope } from '../../wire/envelope.ts';
import type { Failure, Notice } from '../interface/client.ts';
import { presentIn } from './outcome.ts';
import { headersFor } from '../../wire/first-call.ts';
import type { Speaker } from '../../wire/first-call.ts';
import { FAVOURITES, parseTarget } from '../../domain/ids.ts';
import type { ContactId } from '../../domain/ids.ts';

/**
 * All calls of the client use this: headers, the limit of 10 s (ERR-6) and the error catalogue are in one
 * place (ERR-1 … ERR-5). `ask` returns the outcome and shows only the end of a session; `call` also shows the
 * catalogue's texts.
 */
export interface Api {
  ask(path: string, body: unknown, timeoutMs?: number): Promise<RequestResult>;
  /**
   * The page or the session ends: sends the request anyway, under the present session, after `after` has
   * completed. Its answer does not affect the session; it resolves with the answer, or after 10 s without
   * one.
   */
  last(path: string, body: unknown, after?: Promise<unknown> | null): Promise<RequestResult>;
  /** A form with one file; returns the outcome like `ask`, and can be aborted. */
  upload(
    path: string,
    form: Pick<UploadRequest, 'fields' | 'file' | 'onProgress'>,
  ): { readonly result: Promise<RequestResult>; abort(): void };
  /** Shows the catalogue's text of what happened, and gives it as a result. */
  report(result: RequestResult): Result<ApiAnswer, Failure>;
  /** `quiet`: shows nothing, or no refusals, because the caller shows them at the field. */
  call(
    path: string,
    body: unknown,
    options?: { readonly timeoutMs?: number; readonly quiet?: boolean | 'refusals' },
  ): Promise<Result<ApiAnswer, Failure>>;
}

/** The envelope, and the whole answer for fields that our extensions add. */
export type ApiAnswer = Envelope & { readonly whole: unknown };

export type RequestResult =
  /** An answer of the contract, refusals included. */
  | { readonly kind: 'envelope'; readonly envelope: ApiAnswer }
  /** Any other HTTP status; from 500 on the outcome is unknown. */
  | { readonly kind: 'http'; readonly status: number }
  /**
   * `offline` and `setup`: nothing was sent. `absent`: not called, because this server lacks the call
   * (PLAIN-6).
   */
  | { readonly kind: 'offline' | 'setup' | 'timeout' | 'broken' | 'absent' };

export interface ApiParts {
  readonly http: HttpPort;
  readonly transfers?: TransferPort | undefined;
  readonly device: DevicePort;
  readonly absent: (path: string) => boolean;
  /** Headers at the moment of the request. */
  readonly headers: () => Speaker;
  readonly raise: (notice: Notice) => void;
  /** Something answered, so there is a network (SOCK-7). */
  readonly answered: () => void;
  /** The current login; another tab may give it another token. */
  readonly login?: () => string | null | undefined;
  /** The server does not accept this token any more; true when it was the present one, the first time. */
  readonly tokenRefused: (token: string, isErased?: boolean) => boolean;
}

export function createApi(parts: ApiParts): Api {
  const ask: Api['ask'] = async (path, body, timeoutMs = networkLimits.requestTimeoutMs) => {
    if (parts.absent(path)) return { kind: 'absent' };
    if (!parts.device.isOnline()) return { kind: 'offline' };
    const text = encode(body);
    if (text === null) return { kind: 'setup' };
    const { token, headers } = headersOf(parts);
    const login = parts.login?.();
    const outcome = await parts.http.send({
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text,
      timeoutMs,
    });
    const answer = accept(token, outcome);
    return isOver(answer) && isRenewed(parts, token, login) ? ask(path, body, timeoutMs) : answer;
  };
  const accept = (token: string, outcome: HttpOutcome): RequestResult => {
    if (outcome.kind === 'answer') parts.answered();
    const result = decode(outcome);
    if (result.kind === 'http' && result.status === 401 && parts.tokenRefused(token))
      parts.raise({ kind: 'expired' });
    if (result.kind === 'envelope' && result.envelope.code === code.session)
      sessionOver(parts, token, result.envelope);
    return result;
  };

  const report = (result: RequestResult) => answerOf(parts, result);
  return {
    ask,
    last: async (path, body, after = null) => {
      const { headers } = headersOf(parts);
      if (after !== null) await after;
      return decode(
        await parts.http.send({
          path,
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: encode(body),
          timeoutMs: networkLimits.requestTimeoutMs,
          keepalive: true,
        }),
      );
    },
    upload: (path, form) => {
      if (!parts.device.isOnline())
        return { result: Promise.resolve({ kind: 'offline' }), abort: () => undefined };
      const { token, headers } = headersOf(parts);
      // The form sets its content type, with its boundary.
      const transfer = parts.transfers?.upload({
        path,
        headers,
        ...form,
        timeoutMs: networkLimits.transferTimeoutMs,
      });
      if (!transfer) return { result: Promise.resolve({ kind: 'setup' }), abort: () => undefined };
      const result = transfer.outcome.then((outcome) => accept(token, outcome));
      return { result, abort: () => transfer.abort() };
    },
    call: async (path, body, { timeoutMs, quiet = false } = {}) => {
      const result = await ask(path, body, timeoutMs);
      return quiet === true || (quiet === 'refusals' && result.kind === 'envelope')
        ? resultOf(result)
        : report(result);
    },
    report,
  };
}

/**
 * The same user signed in again since: a request refused for the former token was not executed, and no other
 * code would repeat it (SESS-5).
 */
const isRenewed = (parts: ApiParts, token: string, login: string | null | undefined): boolean =>
  Boolean(login) && parts.login?.() === login && parts.headers().token !== token;

/** The server does not know the login of this request. */
const isOver = (result: RequestResult): boolean =>
  result.kind === 'http'
    ? result.status === 401
    : result.kind === 'envelope' && result.envelope.code === code.session;

function answerOf(parts: ApiParts, result: RequestResult): Result<ApiAnswer, Failure> {
  const notice = noticeOf(result);
  if (notice !== null) parts.raise(notice);
  return resultOf(result);
}

/** Headers at this moment. */
function headersOf(parts: ApiParts): {
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const speaker = parts.headers();
  return { token: speaker.token, headers: headersFor(speaker) };
}

/** Shown once, however many calls fail together, and only for the session that is still there (ERR-4). */
function sessionOver(parts: ApiParts, token: string, { msg: text, data }: ApiAnswer): void {
  if (!parts.tokenRefused(token, data === ERASED)) return;
  if (text !== '') parts.raise({ kind: 'message', text });
  parts.raise({ kind: 'toLogin', afterMs: networkLimits.loginRedirectMs });
}

function encode(body: unknown): string | null {
  try {
    return JSON.stringify(body);
  } catch {
    return null;
  }
}

/** Decodes by content, not by header: some JSON answers have another content type. */
function decode(outcome: HttpOutcome): RequestResult {
  if (outcome.kind !== 'answer') return outcome;
  if (outcome.status !== 200) return { kind: 'http', status: outcome.status };
  try {
    const whole: unknown = JSON.parse(outcome.text);
    const parsed = v.safeParse(envelopeSchema, whole);
    if (!parsed.success) return { kind: 'broken' };
    return { kind: 'envelope', envelope: { ...parsed.output, data: parsed.output.data, whole } };
  } catch {
    return { kind: 'broken' };
  }
}

/** Codes whose message is shown; −1 and HTTP 401 are shown elsewhere (ERR-3). */
const SHOWN_CODES: ReadonlySet<number> = new Set([0, 400, 401, 402, 403, 404, 405, 500, 502]);

function noticeOf(result: RequestResult): Notice | null {
  switch (result.kind) {
    case 'envelope':
      return result.envelope.msg !== '' && SHOWN_CODES.has(result.envelope.code)
        ? { kind: 'message', text: result.envelope.msg }
        : null;
    case 'http':
      if (result.status === 401) return null;
      return { kind: 'text', key: result.status === 500 ? 'err.server' : 'err.noNetwork' };
    case 'offline':
      return { kind: 'text', key: 'err.offline' };
    case 'setup':
      return { kind: 'text', key: 'err.setup' };
    case 'timeout':
    case 'broken':
      return { kind: 'text', key: 'err.noNetwork' };
    case 'absent':
      return { kind: 'text', key: 'err.absent' };
  }
}

/** The field that the refusal is about, or the present values of a form, if it names them. */
function detailOf(data: unknown): Pick<Extract<Failure, { readonly kind: 'server' }>, 'field' | 'present'> {
  const read = v.safeParse(fieldData, data);
  const present = presentIn(data);
  return { ...(read.success && { field: read.output.field }), ...(present && { present }) };
}

function resultOf(result: RequestResult): Result<ApiAnswer, Failure> {
  switch (result.kind) {
    case 'envelope':
      return result.envelope.code === code.ok
        ? ok(result.envelope)
        : fail({
            kind: 'server',
            code: result.envelope.code,
            message: result.envelope.msg,
            ...detailOf(result.envelope.data),
          });
    case 'http':
      return fail({ kind: 'transport', why: 'http' });
    case 'offline':
    case 'setup':
    case 'timeout':
    case 'broken':
    case 'absent':
      return fail({ kind: 'transport', why: result.kind });
  }
}

/** `is_group` of the contract: 0 a person, 1 a group, 2 read-only, 3 favourites. */
export function groupKindOf(id: ContactId): 0 | 1 | 2 | 3 {
  if (id === FAVOURITES) return 3;
  const kind = parseTarget(id)?.kind;
  if (kind === 'group') return 1;
  return kind === 'person' ? 0 : 2;
}

import { fieldsOf } from './answers/rule.ts';
import { bodiesOf, number, textOf, wasRefused } from './body.ts';
import type { RequestBody } from './body.ts';
import type { SaidFile } from '../oracle/actions.ts';
import type { RecordedRequest } from './recorded.ts';

type Request = { readonly one: RecordedRequest; readonly body: RequestBody };

interface SentWords {
  readonly words: string;
  readonly marked?: boolean;
  readonly file?: SaidFile | undefined;
}

/** Requests of a run by call, searched for the one that explains an action. */
export class Requests {
  readonly #byCall = new Map<string, Request[]>();
  readonly #sends = new Map<string, readonly Request[]>();
  readonly #claimed = new Set<RecordedRequest>();
  /** Text of lines: a copy may be made of one recalled or edited in the meantime. */
  readonly texts = new Map<
    number,
    SentWords & { readonly kind: string; readonly before?: readonly SentWords[] }
  >();

  constructor(private readonly digest: (text: string) => string) {}

  learn(one: RecordedRequest): void {
    for (const body of bodiesOf(one.body)) {
      const list = this.#byCall.get(one.call) ?? [];
      list.push({ one, body });
      this.#byCall.set(one.call, list);
      if ((one.call !== 'sendmessage' && one.call !== 'uploadfile') || one.user === null) continue;
      const name = `${one.user} ${textOf(body['id'])}`;
      this.#sends.set(name, [...(this.#sends.get(name) ?? []), { one, body }]);
    }
  }

  /** Returns true if a matching request was sent before the command ran, and was unanswered. */
  some(call: string, ran: number, by: number, fits: (body: RequestBody) => boolean): boolean {
    return (this.#byCall.get(call) ?? []).some(
      ({ one, body }) => one.user === by && explains(one, ran) && fits(body),
    );
  }

  /** Users who requested it before the command ran, and had no answer yet. */
  askers(call: string, ran: number, fits: (body: RequestBody, by: number) => boolean): readonly number[] {
    return (this.#byCall.get(call) ?? []).flatMap(({ one: { user }, one, body }) =>
      user !== null && explains(one, ran) && fits(body, user) ? [user] : [],
    );
  }

  /** All requests of a user that may have led to the command. */
  all(call: string, ran: number, by: number, fits: (body: RequestBody) => boolean): readonly RequestBody[] {
    return (this.#byCall.get(call) ?? [])
      .filter(({ one, body }) => one.user === by && explains(one, ran) && fits(body))
      .map(({ body }) => body);
  }

  /**
   * Possible makers of a group code: users who received it first, without having used it. Null for a link,
   * and for no code, since one used earlier may count (GROUP-17). Empty: no server issued it.
   */
  makersOf(token: string): readonly (number | null)[] {
    if (token === '') return [null];
    const hasToken = ({ one }: Request): boolean => JSON.stringify(one.answer?.data ?? null).includes(token);
    const isNamed = (body: RequestBody): boolean =>
      textOf(body['inviteUid'] ?? body['token']).includes(token);
    const first = this.#byCall
      .get('groupinfo')
      ?.find((request) => !isNamed(request.body) && hasToken(request));
    if (first) return [first.one.user];
    return [...this.#byCall.values()].some((all) =>
      all.some((request) => !isNamed(request.body) && hasToken(request)),
    )
      ? [null]
      : [];
  }

  /** They have named some code before they came, alone or with a group. */
  hasShown(by: number): boolean {
    return [...this.#byCall.values()].some((all) =>
      all.some(
        ({ one, body }) =>
          one.user === by &&
          (one.path.includes('/scan/g/') ||
            (one.call === 'groupinfo' && textOf(body['inviteUid'] ?? body['token']) !== '')),
      ),
    );
  }

  /** The file uploaded with a message, or the one it names: known once the server answered. */
  fileOf(sent: RequestBody): SaidFile | undefined {
    if (sent['uploaded']) return sent['uploaded'] as SaidFile;
    const id = number(sent['file_id']);
    const uploads = this.#byCall.get('uploadfile') ?? [];
    const upload = uploads.find(({ one }) => id > 0 && fieldsOf(one.answer?.data)['file_id'] === id);
    return upload?.body['uploaded'] as SaidFile | undefined;
  }

  copyId(by: number, op: string, to: string): string {
    return this.digest(`${by} ${op} ${to}`).slice(0, 32);
  }

  /** The request of a message; reuse of its id, or a call's, is refused. */
  send(by: number, id: string, ran: number): RequestBody | null {
    const sends = this.#sends.get(`${by} ${id}`) ?? [];
    const [first] = sends.filter(({ one }) => one.from <= ran);
    return (sends.find(({ one }) => explains(one, ran)) ?? first)?.body ?? null;
  }

  /**
   * The request that explains it, if several fit: preferably one answered after the command over one never
   * answered, and none twice.
   */
  pick(
    call: string,
    ran: number,
    by: number,
    fits: (body: RequestBody, one: RecordedRequest) => boolean,
  ): RequestBody | null {
    const open = (this.#byCall.get(call) ?? []).filter(
      ({ one, body }) => one.user === by && explains(one, ran) && fits(body, one),
    );
    const fresh = open.filter(({ one }) => !this.#claimed.has(one));
    const match = fresh.find(({ one }) => one.until !== null) ?? fresh[0] ?? open[0];
    if (match) this.#claimed.add(match.one);
    return match?.body ?? null;
  }

  /** The same without a limit above: what is written later by a timer. */
  ever(call: string, ran: number, by: number, fits: (body: RequestBody) => boolean): boolean {
    return (this.#byCall.get(call) ?? []).some(
      ({ one, body }) => one.user === by && one.from <= ran && fits(body),
    );
  }
}

/**
 * It arrived before the command ran, was unanswered by then, and was not refused: a refusal leaves no trace.
 */
const explains = (one: RecordedRequest, ran: number): boolean =>
  one.from <= ran && (one.until ?? Infinity) > ran && !wasRefused(one);

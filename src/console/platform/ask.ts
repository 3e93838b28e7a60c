/** An answer of the server: data, a file, or the reason of a refusal. */
export type Said<T> =
  | { readonly kind: 'data'; readonly data: T }
  | { readonly kind: 'file'; readonly name: string; readonly file: Blob }
  /** The user is not signed in here. */
  | { readonly kind: 'signedOut' }
  /** `field`: the field that it is about, if the server names one. */
  | { readonly kind: 'refused'; readonly reason: string; readonly field?: string }
  /** A fresh proof is wanted first, in one of these ways (CONSOLE-9). */
  | { readonly kind: 'unproved'; readonly reason: string; readonly ways: ProofWays }
  /** Two-step login is wanted first (CONSOLE-10). */
  | { readonly kind: 'noSecondStep'; readonly reason: string }
  /** No answer, or none that could be read. */
  | { readonly kind: 'away' };

/** Ways to prove the identity besides the password, which every account may have. */
export interface ProofWays {
  /** The username, for password managers (ACC-26). */
  readonly account: string;
  readonly passkey: boolean;
  /** The password needs a code. */
  readonly secondStep: boolean;
}

/** Results of a command: whether it was done, and its lines. */
export interface CommandResult {
  readonly isDone: boolean;
  readonly lines: readonly string[];
  /** Reasons for fields, by the name of the setting. */
  readonly faults?: Readonly<Record<string, string>>;
}

export interface AskServer {
  show<T>(part: string, more?: Readonly<Record<string, string | number>>): Promise<Said<T>>;
  execute(words: string, values: Readonly<Record<string, string>>): Promise<Said<CommandResult>>;
  /** Makes this picture, as base64, the logo (CONF-31). */
  setLogo(picture: string): Promise<Said<{ readonly logo: string }>>;
  /** Adds this picture, as base64, to the emoji of the server (EMOJI-8). */
  addEmoji(name: string, picture: string): Promise<Said<unknown>>;
  prove(proof: Readonly<Record<string, string>>): Promise<Said<unknown>>;
  /** Options for the browser to use a passkey. */
  passkeyQuestion(): Promise<Said<Readonly<Record<string, unknown>>>>;
}

/** Some commands look through everything. */
const PATIENCE_MS = 30 * 60_000;

export function createAsk(language: string, token: () => string | null): AskServer {
  async function post<T>(path: string, body: object): Promise<Said<T>> {
    try {
      const response = await fetch(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'accept-language': language,
          authorization: token() ?? '',
        },
        body: JSON.stringify(body),
        cache: 'no-store',
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const name = nameIn(response.headers.get('content-disposition'));
      if (name !== null) return { kind: 'file', name, file: await response.blob() };
      return replyIn<T>((await response.json()) as Envelope);
    } catch {
      return { kind: 'away' };
    }
  }
  return {
    show: (part, more = {}) => post('/admin/show', { part, ...more }),
    execute: (words, values) => post('/admin/run', { words, given: values }),
    setLogo: (picture) => post('/admin/logo', { picture }),
    addEmoji: (name, picture) => post('/admin/emoji', { name, picture }),
    prove: (proof) => post('/admin/prove', proof),
    passkeyQuestion: () => post('/common/pub/askPasskey', {}),
  };
}

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

function replyIn<T>({ code, msg, data }: Envelope): Said<T> {
  switch (code) {
    case 0:
      return { kind: 'data', data: data as T };
    case -1:
      return { kind: 'signedOut' };
    case 414:
      return { kind: 'unproved', reason: msg, ways: data as ProofWays };
    case 415:
      return { kind: 'noSecondStep', reason: msg };
    default:
      return { kind: 'refused', reason: msg, ...fieldIn(data) };
  }
}

const fieldIn = (data: unknown): { readonly field?: string } =>
  typeof data === 'object' && data !== null && 'field' in data && typeof data.field === 'string'
    ? { field: data.field }
    : {};

function nameIn(header: string | null): string | null {
  const [, name] = /filename\*=UTF-8''(.+)$/.exec(header ?? '') ?? [];
  return name === undefined ? null : decodeURIComponent(name);
}

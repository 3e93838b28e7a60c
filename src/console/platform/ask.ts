/** What the server said: data, a file, or why not. */
export type Said<T> =
  | { readonly kind: 'data'; readonly data: T }
  | { readonly kind: 'file'; readonly name: string; readonly file: Blob }
  /** Nobody is signed in here. */
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'refused'; readonly reason: string }
  /** No answer, or none that could be read. */
  | { readonly kind: 'away' };

/** Results of a command: whether it was done, and its lines. */
export interface CommandResult {
  readonly isDone: boolean;
  readonly lines: readonly string[];
}

export interface Ask {
  show<T>(part: string, more?: Readonly<Record<string, string | number>>): Promise<Said<T>>;
  run(words: string, given: Readonly<Record<string, string>>): Promise<Said<CommandResult>>;
}

const SIGNED_OUT = -1;
/** Some commands look through everything. */
const PATIENCE_MS = 30 * 60_000;

export function createAsk(language: string, token: () => string | null): Ask {
  async function post<T>(what: 'show' | 'run', body: object): Promise<Said<T>> {
    try {
      const response = await fetch(`/admin/${what}`, {
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
      const { code, msg, data } = (await response.json()) as {
        readonly code: number;
        readonly msg: string;
        readonly data: T;
      };
      if (code === SIGNED_OUT) return { kind: 'signedOut' };
      return code === 0 ? { kind: 'data', data } : { kind: 'refused', reason: msg };
    } catch {
      return { kind: 'away' };
    }
  }
  return {
    show: (part, more = {}) => post('show', { part, ...more }),
    run: (words, given) => post('run', { words, given }),
  };
}

function nameIn(header: string | null): string | null {
  const [, name] = /filename\*=UTF-8''(.+)$/.exec(header ?? '') ?? [];
  return name === undefined ? null : decodeURIComponent(name);
}

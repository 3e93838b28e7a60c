import type { PATHS } from '../paths/paths.ts';
import { scope } from './scope.ts';

/** Shared content is stored here until the user has chosen a recipient; `read-shared.ts` reads it. */
const SHARED = 'shared';
const FILES_MAX = 9;
/**
 * The most waiting shares, each under a separate number; further ones are refused with a message (PHONE-3).
 */
const WAITING_MAX = 3;
/** The page that asks for the recipient; the worker imports nothing from the app (`notes-adapter.ts`). */
const SELECTION = '/pages/index/userSelection' satisfies typeof PATHS.userSelection;

let last: Promise<unknown> = Promise.resolve();

/** Runs in sequence, so that simultaneous shares do not get one number. */
export function keepShared(request: Request): Promise<Response> {
  const keeping = last.then(() => keep(request));
  last = keeping.catch(() => undefined);
  return keeping;
}

async function keep(request: Request): Promise<Response> {
  const form = await request.formData();
  const words = ['title', 'text', 'url'].flatMap((name) => {
    const value = form.get(name);
    return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  });
  const files = form
    .getAll('files')
    .filter((value) => value instanceof File)
    .filter(({ name, size }) => name !== '' || size > 0)
    .slice(0, FILES_MAX);
  if (words.length === 0 && files.length === 0) return toSelection();
  const cache = await caches.open(SHARED);
  const numbers = await waitingIn(cache);
  if (numbers.length >= WAITING_MAX) return toSelection('&full=1');
  const folder = `/shared/${Math.max(0, ...numbers) + 1}`;
  for (const [at, file] of files.entries()) {
    await cache.put(
      `${folder}/file-${at}`,
      new Response(file, {
        headers: {
          'content-type': file.type || 'application/octet-stream',
          'x-name': encodeURIComponent(file.name),
        },
      }),
    );
  }
  // Written last: a share without its text does not count as waiting.
  const headers = { 'x-site': siteOf(request) };
  await cache.put(`${folder}/words`, new Response(withoutRepeats(words).join('\n'), { headers }));
  return toSelection();
}

/** Some apps repeat the title at the beginning of the text, or the address at its end. */
const withoutRepeats = (words: readonly string[]): readonly string[] =>
  words.filter(
    (part, at) => !words.some((other, i) => i !== at && repeats(other.trim(), part.trim(), i < at)),
  );
const repeats = (other: string, part: string, isBefore: boolean): boolean =>
  other === part ? isBefore : other.startsWith(part) || other.endsWith(part);

const toSelection = (more = ''): Response => Response.redirect(`/#${SELECTION}?type=7${more}`, 303);

async function waitingIn(cache: Cache): Promise<readonly number[]> {
  const paths = (await cache.keys()).map(({ url }) => new URL(url, scope.location.origin).pathname);
  return paths.flatMap((path) => {
    const number = /^\/shared\/(\d+)\/words$/.exec(path)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

/**
 * The website whose page sent this form; empty if the browser names none, as for another app. A page can hide
 * its address, so an empty value does not prove an app.
 */
function siteOf(request: Request): string {
  for (const address of [request.headers.get('origin') ?? '', request.referrer]) {
    const origin = originIn(address);
    if (origin !== '' && origin !== scope.location.origin) return origin;
  }
  return '';
}

function originIn(address: string): string {
  try {
    const { protocol, origin } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? origin : '';
  } catch {
    return '';
  }
}

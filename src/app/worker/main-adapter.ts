import { answerPage, openNote, showNote } from './notes-adapter.ts';
import { renewSubscription } from './renew-adapter.ts';
import { scope, type ShellOfBuild } from './scope.ts';
import { keepShared } from './share-adapter.ts';

declare const SHELL_OF_THIS_BUILD: ShellOfBuild;

const shell = SHELL_OF_THIS_BUILD;
const PREFIX = 'shell-';
const CACHE = PREFIX + shell.version;
const AT_ONCE = 8;
const NAMED_FILES = new Set(shell.names);

/** Fetches one complete build or nothing: a failed installation keeps the previous build (PHONE-2). */
async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  const files = [
    ...shell.names.map((path) => ({ path, print: null })),
    ...Object.entries(shell.checked).map(([path, print]) => ({ path, print })),
  ];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    await Promise.all(files.slice(at, at + AT_ONCE).map(({ path, print }) => keep(cache, path, print)));
  }
  // A language that this build no longer has is not a reason to keep the build before.
  for (const language of await keptLanguages()) await keepTexts(language).catch(() => undefined);
}

const TEXTS = /^\/assets\/texts-([\w-]+)-entry-\w+\.js$/;
const TEXT_PARTS = ['entry', 'first', 'pages'] as const;

/** A new build keeps the texts of the languages that the build before kept. */
async function keptLanguages(): Promise<ReadonlySet<string>> {
  const languages = new Set<string>();
  for (const name of (await caches.keys()).filter((one) => one.startsWith(PREFIX)))
    for (const { url } of await (await caches.open(name)).keys()) {
      const language = TEXTS.exec(new URL(url).pathname)?.[1];
      if (language !== undefined) languages.add(language);
    }
  return languages;
}

/** The texts of one language, for an offline start. */
async function keepTexts(language: string): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    TEXT_PARTS.map((part) => keep(cache, `/assets/texts-${language}-${part}-${shell.texts}.js`, null)),
  );
}

async function keep(cache: Cache, path: string, print: string | null): Promise<void> {
  if (await cache.match(path)) return;
  const cached = print === null ? await caches.match(path) : undefined;
  if (cached) return cache.put(path, cached);
  const answer = await fetch(path, {
    cache: print === null ? 'default' : 'reload',
    credentials: 'same-origin',
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  // The server may have a newer build by now: then this one can no longer be stored.
  if (print !== null && (await digest(answer.clone())) !== print)
    throw new Error(`${path} is of another build`);
  await cache.put(path, answer);
}

async function digest(answer: Response): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await answer.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The build before stays for windows that still show it; older ones go. */
async function dropOldShells(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  for (const name of names.slice(0, -1)) await caches.delete(name);
}

/** Null: not ours to answer. Calls, files of people and other pages always go to the server. */
function answerFromShell(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.location.origin) return null;
  if (request.mode === 'navigate')
    return pathname === '/' || pathname === '/index.html' ? fromShell('/index.html', request) : null;
  if (NAMED_FILES.has(pathname) || pathname in shell.checked) return fromShell(pathname, request);
  // A window of the previous build requests its own files.
  return pathname.startsWith('/assets/') ? fromAny(pathname, request) : null;
}

const fromShell = async (path: string, request: Request): Promise<Response> =>
  (await (await caches.open(CACHE)).match(path)) ?? fetch(request);

const fromAny = async (path: string, request: Request): Promise<Response> =>
  (await caches.match(path)) ?? fetch(request);

/**
 * The app while no window of it is open: stores one whole build for an offline start, and shows pushes. It
 * imports nothing of the app, so that it remains one small file.
 */
scope.addEventListener('install', (event) => event.waitUntil(keepShell()));
scope.addEventListener('activate', (event) => event.waitUntil(dropOldShells()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const shared = request.method === 'POST' && new URL(request.url).pathname === '/share';
  const answer = shared ? keepShared(request) : answerFromShell(request);
  if (answer !== null) event.respondWith(answer);
});
// A declarative push has its content in the proposed notification alone (PUSH-27).
scope.addEventListener('push', (event) =>
  event.waitUntil(showNote(json(event.data) ?? event.notification?.data)),
);
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNote(event)));
scope.addEventListener('message', (event) => {
  event.waitUntil(messageOf(event.data));
});

function messageOf(data: unknown): Promise<unknown> {
  if (data === 'take over') return scope.skipWaiting();
  const language = /^language ([\w-]+)$/.exec(String(data))?.[1];
  // If it fails, the next start of a page repeats it.
  return language === undefined ? answerPage(data) : keepTexts(language).catch(() => undefined);
}

function json(data: { json(): unknown } | null): unknown {
  try {
    return data?.json() ?? null;
  } catch {
    return null;
  }
}

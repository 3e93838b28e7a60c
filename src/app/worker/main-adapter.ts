import { answerPage, openNote, showNote } from './notes-adapter.ts';
import { scope } from './scope.ts';
import { keepShared } from './share-adapter.ts';
import { answerFromShell, dropOldShells, keepShell } from './shell-adapter.ts';

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
scope.addEventListener('push', (event) => event.waitUntil(showNote(json(event.data))));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openNote(event)));
scope.addEventListener('message', (event) => {
  event.waitUntil(event.data === 'take over' ? scope.skipWaiting() : answerPage(event.data));
});

function json(data: { json(): unknown } | null): unknown {
  try {
    return data?.json() ?? null;
  } catch {
    return null;
  }
}

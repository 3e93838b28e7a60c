import type { PATHS } from '../paths/paths.ts';

/** What another app shares waits here until the page has asked for whom it is. */
const SHARED = 'shared';
const FILES_MAX = 9;
/** The page that asks for whom it is; the worker takes no code from the app (`notes-adapter.ts`). */
const SELECTION = '/pages/index/userSelection' satisfies typeof PATHS.userSelection;

export async function keepShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const words = ['title', 'text', 'url'].flatMap((name) => {
    const value = form.get(name);
    return typeof value === 'string' && value.trim() !== '' ? [value] : [];
  });
  const files = form
    .getAll('files')
    .filter((value) => value instanceof File)
    .slice(0, FILES_MAX);
  await caches.delete(SHARED);
  const kept = await caches.open(SHARED);
  await kept.put('/shared/words', new Response([...new Set(words)].join('\n')));
  for (const [at, file] of files.entries()) {
    await kept.put(
      `/shared/file-${at}`,
      new Response(file, {
        headers: {
          'content-type': file.type || 'application/octet-stream',
          'x-name': encodeURIComponent(file.name),
        },
      }),
    );
  }
  return Response.redirect(`/#${SELECTION}?type=7`, 303);
}

/** What another app shares waits here until the page has asked for whom it is. */
const SHARED = 'shared';
const FILES_MAX = 9;

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
  return Response.redirect('/#/pages/index/userSelection?type=7', 303);
}

/** Headers of pictures that this server serves: a browser runs noPicture in them. */
export const PICTURE_GUARDS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
} as const;

export const noPicture = (): Response =>
  new Response('not found', {
    status: 404,
    headers: { ...PICTURE_GUARDS, 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });

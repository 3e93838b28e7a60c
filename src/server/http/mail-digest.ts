import type { Hono } from 'hono';
import { turnOffPage } from '../features/mail-digest/turn-off.ts';
import type { RequestOrigin } from '../kernel/request.ts';
import type { EndpointParts } from './calls.ts';

/** The address in mails about unread messages, for their reader and for mail programs (DIGEST-5). */
export function addMailDigest(
  app: Hono<{ Bindings: { peer: RequestOrigin } }>,
  { core }: EndpointParts,
  guards: Readonly<Record<string, string>>,
): void {
  app.on(['GET', 'POST'], '/mail-digest/:token', async ({ req }) => {
    const request = { method: req.method, accepts: req.header('accept-language') ?? null };
    const { status, html } = await turnOffPage(core, req.param('token'), request);
    return new Response(html, { status, headers: { ...guards, 'content-type': 'text/html; charset=utf-8' } });
  });
}

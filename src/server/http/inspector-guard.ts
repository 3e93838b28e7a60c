import { INSPECTOR_COOKIE } from '../../wire/inspector-cookie.ts';
import type { Core } from '../kernel/core.ts';
import { isFromElsewhere, isInspector } from '../kernel/other-origins.ts';
import { isLiveKey } from '../kernel/session.ts';

const KEY = new RegExp(`(?:^|;\\s*)${INSPECTOR_COOKIE}=([0-9a-f]{64})(?:;|$)`);

/**
 * What a visitor reads instead of the inspector's pages; null: this is another page, or the browser names a
 * live login and no page of another site asks (WIRE-18, INSP-18).
 */
export async function inspectorRefusal(
  core: Pick<Core, 'store' | 'clock'>,
  { path, raw }: { readonly path: string; readonly raw: Request },
  own: readonly (string | null | undefined)[],
): Promise<string | null> {
  if (!isInspector(path)) return null;
  if (isFromElsewhere(raw, own)) return ELSEWHERE;
  const [, key = ''] = KEY.exec(raw.headers.get('cookie') ?? '') ?? [];
  return (await isLiveKey(core, key)) ? null : SIGNED_OUT;
}

/** For pages of other sites, even those in `ALLOW_ORIGINS` (WIRE-18). */
export const ELSEWHERE = 'open it on this server';

/** The app names the login to the server when it records. */
const SIGNED_OUT = 'log in, then open the app with /#/?record=1 · 请先登录，再用 /#/?record=1 打开应用';

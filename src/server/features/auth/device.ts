import type { UserId } from '../../../domain/ids.ts';
import { deviceLimits as limits } from '../../kernel/limits.ts';
import type { Core } from '../../kernel/core.ts';
import type { Context } from '../context.ts';

/**
 * Recognises a browser again (LIMIT-12): its number, and a mark for each of the last users who logged in
 * there, which only this server can create. It grants no access: it decides whose attempts are counted
 * separately, and who requested a code.
 */
export interface KnownDevice {
  /** Null: the client keeps no cookies, or has none yet. */
  readonly id: string | null;
  readonly marks: readonly string[];
}

const SHAPE = /(?:^|;\s*)parley_device=([0-9a-f]{32}(?:\.[0-9a-f]{32})*)(?:;|$)/;

export function deviceOf({ cookie }: Pick<Context, 'cookie'>): KnownDevice {
  const [id = null, ...marks] = SHAPE.exec(cookie ?? '')?.[1]?.split('.') ?? [];
  return { id, marks: marks.slice(0, limits.peopleMax) };
}

/** The device by which this person has logged in before, else null. */
export const deviceIdFor = (core: Core, { id, marks }: KnownDevice, user: UserId): string | null =>
  id !== null && marks.includes(markOf(core, id, user)) ? id : null;

/** The cookie that marks this device as known for the user who has just logged in. */
export function deviceCookie(
  context: Pick<Context, 'core' | 'origin'>,
  device: KnownDevice,
  user: UserId,
): string {
  const id = device.id ?? context.core.ids.hex(16);
  const mark = markOf(context.core, id, user);
  const marks = [mark, ...device.marks.filter((one) => one !== mark)].slice(0, limits.peopleMax);
  return cookieOf(context, id, marks);
}

/** The cookie of a device, also of one without any login yet (OIDC-3). */
export function cookieOf({ origin }: Pick<Context, 'origin'>, id: string, marks: readonly string[]): string {
  const scope = `Path=/common/pub; Max-Age=${limits.lifeMs / 1_000}; HttpOnly; SameSite=Strict`;
  return `parley_device=${[id, ...marks].join('.')}; ${scope}${origin.startsWith('https:') ? '; Secure' : ''}`;
}

const markOf = ({ passwords, secret }: Core, id: string, user: UserId): string =>
  passwords.mac(secret, `device ${id} ${user}`).slice(0, 32);

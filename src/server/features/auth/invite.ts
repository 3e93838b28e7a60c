import { inviteLimits } from '../../kernel/limits.ts';
import type { Ids } from '../../../ports/random.ts';
import type { Store } from '../../../ports/store.ts';

/** Without letters and digits that look alike; 32 characters, so a byte chooses evenly. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code that people read to each other. */
export function codeText(ids: Ids, length: number): string {
  const bytes = ids.hex(length).match(/../g) ?? [];
  return bytes.map((byte) => CHARACTERS[Number.parseInt(byte, 16) % CHARACTERS.length]).join('');
}

/** A code that one registration may use within 48 h (START-5). */
export async function makeInvite(store: Store, ids: Ids): Promise<string> {
  const code = codeText(ids, inviteLimits.length);
  await store.write((tx) => tx.invites.insert(code, tx.nowMs + inviteLimits.lifeMs));
  return code;
}

export const inviteLink = (base: string, code: string): string =>
  `${base}/#/pages/login/register?inviteCode=${code}`;

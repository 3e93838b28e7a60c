import { ERASED_NAME } from './erased-name.ts';

/** Why a user cannot be written to, called, invited or chosen. */
export type ReachRefusal = 'blocked' | 'erased' | 'disabled';

interface Reached {
  /** The asking user has blocked them. */
  readonly blocked: boolean;
  readonly realname: string;
  /** Clients know it of contacts. */
  readonly active?: boolean;
}

/** The one rule of server and clients for every way to a user (BLOCK-3, DATA-15); null: reachable. */
export function reachRefusal({ blocked, realname, active = true }: Reached): ReachRefusal | null {
  if (blocked) return 'blocked';
  if (realname === ERASED_NAME) return 'erased';
  return active ? null : 'disabled';
}

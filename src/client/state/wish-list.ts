import { NO_PENDING } from './blank.ts';
import type { Wish } from './local-event.ts';
import type { Pending, State } from './state.ts';

/** These and no others; a later one about the same counts. */
export function withWishList(state: State, wishes: readonly Wish[]): State {
  const registers = Object.keys(NO_PENDING) as (keyof Pending)[];
  const pending = new Map(registers.map((one) => [one, new Map<string, Wish['value']>()]));
  for (const { register, conversation, value } of wishes) pending.get(register)?.set(conversation, value);
  return { ...state, pending: Object.fromEntries(pending) as unknown as Pending };
}

import type { Oracle } from './oracle.ts';

/** Who hears that somebody asks to come into a group, takes it back or was answered: those who lead it. */
export function expectedKnocksTold(oracle: Oracle, name: string): readonly number[] {
  const { group = null, seats = null } = oracle.chats.get(name) ?? {};
  if (group === null || group.over || seats === null) return [];
  return [...seats].filter(([, { here, role }]) => here && role <= 2).map(([person]) => person);
}

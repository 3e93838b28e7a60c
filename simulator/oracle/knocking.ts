import type { Oracle } from './oracle.ts';

/** Users notified of a join request, its withdrawal or its answer: the managers of the group. */
export function expectedKnocksTold(oracle: Oracle, name: string): readonly number[] {
  const { group = null, seats = null } = oracle.chats.get(name) ?? {};
  if (group === null || group.over || seats === null) return [];
  return [...seats].filter(([, { here, role }]) => here && role <= 2).map(([person]) => person);
}

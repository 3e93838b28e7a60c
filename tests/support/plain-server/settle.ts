import { says } from './says.ts';
import type { PlainServer } from './server.ts';
import { befriend, foundGroup, moveIn } from './town.ts';

export const VISITOR = { account: 'anna', password: 'plain-1' } as const;

/** Creates the user, two friends, a group, a friend request and earlier messages. */
export async function settle(plain: PlainServer): Promise<void> {
  const { town } = plain;
  const anna = moveIn(town, VISITOR.account, 'Anna Lake', VISITOR.password);
  const [bert, cleo, dora] = ['Bert Hill', 'Cleo Moor', 'Dora Vale'].map((name) =>
    moveIn(town, name.slice(0, 4).toLowerCase(), name, VISITOR.password),
  );
  if (bert === undefined || cleo === undefined || dora === undefined) return;
  befriend(town, anna.id, bert.id);
  befriend(town, anna.id, cleo.id);
  const group = `group-${foundGroup(town, bert.id, [anna.id, cleo.id], 'Hiking').id}`;
  for (let line = 1; line <= 60; line += 1) {
    const mine = line % 3 === 0;
    await says(plain, mine ? anna : bert, mine ? bert.id : anna.id, `<p>line ${line}</p>`);
  }
  await says(plain, cleo, group, '@Anna Lake, are you coming?', { at: [anna.id], is_group: 1 });
  await plain.as(dora.id, '/enterprise/friend/add', { user_id: anna.id, remark: 'from the lake' });
}

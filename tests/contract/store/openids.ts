import { expect, it } from 'vitest';
import type { UserId } from '../../../src/domain/ids.ts';
import type { OpenIdRow } from '../../../src/ports/store.ts';
import { START_MS, user } from '../../support/store-rows.ts';
import type { Here } from './place.ts';

const row = (of: UserId, subject: string, issuer = 'https://id.example.org'): OpenIdRow => ({
  issuer,
  subject,
  user: of,
  provider: 'work',
  email: 'anna@example.org',
  createdAtMs: START_MS,
  usedAtMs: START_MS,
});

export function ownOpenIds(here: Here): void {
  it('OIDC-1, OIDC-6: a login elsewhere opens one account, and is its owner’s to remove', async () => {
    const somebody = () => here.store.write((tx) => tx.users.insert(user()));
    const [id, other] = [await somebody(), await somebody()];
    await here.store.write(async ({ openIds: logins }) => {
      expect([await logins.add(row(id, 'a')), await logins.add(row(other, 'a'))]).toEqual([true, false]);
      // The same ID at another provider is another user.
      expect(await logins.add(row(other, 'a', 'https://two.example.org'))).toBe(true);
      expect(await logins.add(row(id, 'b'))).toBe(true);
    });
    await here.clock.advance(1_000);
    await here.store.write((tx) => tx.openIds.noteUse('https://id.example.org', 'a'));
    const match = await here.store.read((tx) => tx.openIds.of('https://id.example.org', 'a'));
    expect(match).toMatchObject({ user: id, email: 'anna@example.org' });
    expect(match?.usedAtMs).toBeGreaterThan(START_MS);
    expect(await here.store.read((tx) => tx.openIds.of('https://id.example.org', 'z'))).toBeNull();
    const page = (after: string) =>
      here.store.read((tx) => tx.openIds.ofIssuer('https://id.example.org', after, 1));
    const [first, second, third] = [await page(''), await page('a'), await page('b')];
    expect([first, second, third].map((rows) => rows.map(({ subject }) => subject))).toEqual([
      ['a'],
      ['b'],
      [],
    ]);
    await here.store.write(async ({ openIds: logins }) => {
      expect(await logins.remove(other, 'https://id.example.org', 'a')).toBe(false);
      expect(await logins.remove(id, 'https://id.example.org', 'a')).toBe(true);
      expect(await logins.removeAll(id)).toBe(1);
    });
    expect((await here.store.read((tx) => tx.openIds.ofUser(other))).map(({ subject }) => subject)).toEqual([
      'a',
    ]);
  });
}

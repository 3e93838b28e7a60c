import { expect, it } from 'vitest';
import { unzipped } from '../support/unzip.ts';
import { PASSWORD } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse();

it('SEC-1: row 88: a user gets only their own archive, and nothing in it runs', async () => {
  const { world, owner, mallory, im } = at;
  for (const body of [{}, { password: 'guessed-1' }, { password: `hash of ${PASSWORD}`, user_id: owner.id }])
    expect((await im(mallory, 'exportData', body)).code).not.toBe(0);
  expect((await im(null, 'exportData', { password: PASSWORD, user_id: owner.id })).code).toBe(-1);
  await world.ok(mallory, 'im/updateUserInfo', {
    realname: '<img onerror=x>',
    email: '',
    motto: '<script>1</script>',
    sex: 2,
  });
  const { data } = await im(mallory, 'exportData', { password: PASSWORD, user_id: owner.id });
  const address = String(data['download']);
  const own = (id: number) => address.replace(/own\/\d+/, `own/${id}`);
  const later = address.replace(/-(\d{13})-/, (_, until: string) => `-${Number(until) + 9}-`);
  for (const made of [own(owner.id), later, address.slice(0, -1), `${address}-0`])
    expect((await world.raw(made)).status, made).toBe(404);
  const files = unzipped(new Uint8Array(await (await world.raw(address)).arrayBuffer()));
  const all = [...files.values()].join('');
  expect(all).not.toContain(PASSWORD);
  expect(all).not.toContain(mallory.token.slice(7));
  for (const [name, page] of files) if (name.endsWith('.html')) expect(page).not.toMatch(/<(?:img|script)/);
});

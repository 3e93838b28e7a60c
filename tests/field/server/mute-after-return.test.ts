import { afterEach, expect, it } from 'vitest';
import { startWorld, type World } from '../../support/world.ts';

let world: World;
afterEach(() => world.close());

it('ROLE-6: a muted member who leaves and returns, or is removed and added, is still muted', async () => {
  world = await startWorld();
  await world.person('boss');
  const [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  const id = await world.group(anna, [bela]);
  const { url } = await world.ok(anna, 'group/addGroupLink', { id, for: 0 });
  const token = String(url).slice(String(url).lastIndexOf('/') + 1);
  let count = 0;
  const codeOfText = async (): Promise<number> => {
    count += 1;
    const body = {
      id: `text ${count}`,
      toContactId: id,
      is_group: 1,
      type: 'text',
      content: 'x',
      at: [],
      sendTime: 0,
    };
    return (await world.call(bela, 'im/sendMessage', body)).code;
  };
  const muteTime = async () => (await world.ok(bela, 'group/groupInfo', { group_id: id }))['no_speak_time'];

  await world.ok(anna, 'group/setNoSpeak', { id, user_id: bela.id, noSpeakTimer: 4 });
  const untilSec = await muteTime();
  expect(untilSec).toBeGreaterThan(world.clock.nowMs() / 1_000);
  const refused = await codeOfText();
  expect(refused).not.toBe(0);
  await world.ok(bela, 'group/removeUser', { id, user_id: bela.id });
  await world.ok(bela, 'group/joinGroup', { group_id: id, token });
  expect(await muteTime()).toBe(untilSec);
  expect(await codeOfText()).toBe(refused);

  await world.ok(anna, 'group/removeUser', { id, user_id: bela.id });
  await world.ok(anna, 'group/addGroupUser', { id, user_ids: [bela.id] });
  expect(await codeOfText()).toBe(refused);
  await world.ok(anna, 'group/setNoSpeak', { id, user_id: bela.id, noSpeakTimer: 0 });
  expect(await codeOfText()).toBe(0);
});

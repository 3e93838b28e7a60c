import { expect, it } from 'vitest';
import { toMarkup } from '../../../src/domain/markup.ts';
import { fileMessage, textFile, upload } from '../../support/uploads.ts';
import { setUpWorld } from '../../support/set-up-world.ts';

const { world, anna, bela, group } = setUpWorld(['anna', 'bela'], {
  friends: 'all',
  group: 'all',
  files: true,
});

const im = '/enterprise/im';
const later = () => world.clock.nowMs() + 3_600_000;

const poll = (options: readonly string[]) => ({ poll: { options, many: 0, secret: 0 } });

it.each(['\u200b\u2800', '\u3164', '** **', '**\u200b**', '> \u200b\n>', '\u202e'])(
  'RULE-6, SEND-10: the server refuses %j at every place',
  async (text) => {
    const content = toMarkup(text);
    const id = `m-${content}`.slice(0, 30);
    await world.say(anna, bela.id, 'words', { id });
    await world.ok(anna, `${im}/scheduleMessage`, {
      id: 's-1',
      toContactId: bela.id,
      content: 'w',
      sendTime: later(),
    });
    const { id: moment } = await world.ok<{ id: number }>(anna, '/enterprise/moments/add', {
      content: 'news',
    });
    const message = { toContactId: String(bela.id), is_group: 0, type: 'text', content, at: [], sendTime: 0 };
    const calls: Readonly<Record<string, readonly [string, object]>> = {
      message: [`${im}/sendMessage`, { ...message, id: 'x-1' }],
      edit: [`${im}/editMessage`, { id, content, at: [] }],
      question: [`${im}/sendMessage`, { ...message, id: 'x-2', extends: poll(['a', 'b']) }],
      option: [`${im}/sendMessage`, { ...message, id: 'x-3', content: 'q', extends: poll(['a', text]) }],
      scheduled: [`${im}/scheduleMessage`, { id: 's-2', toContactId: bela.id, content, sendTime: later() }],
      changed: [`${im}/changeScheduled`, { id: 's-1', content }],
      moment: ['/enterprise/moments/add', { content: text }],
      comment: ['/enterprise/moments/comment', { id: moment, content: text }],
      announcement: ['/enterprise/group/setNotice', { id: group, notice: text }],
      group: ['/enterprise/group/editGroupName', { id: group, displayName: text }],
      name: [`${im}/updateUserInfo`, { realname: text }],
      nickname: ['/enterprise/friend/setNickname', { friend_id: bela.id, nickname: text }],
    };
    const accepted: string[] = [];
    for (const [place, [path, body]] of Object.entries(calls))
      if ((await world.call(anna, path, body)).code === 0) accepted.push(place);
    expect(accepted).toEqual([]);
    // A caption, the purpose and the rules of a group may be empty.
    await world.ok(anna, '/enterprise/group/groupSetting', {
      id: group,
      setting: { about: text, rules: text },
    });
    const { setting } = await world.ok<{ setting: object }>(anna, '/enterprise/group/groupInfo', {
      group_id: group,
    });
    expect(setting).not.toMatchObject({ about: text });
    expect(JSON.stringify(setting)).not.toContain(JSON.stringify(text).slice(1, -1));
    const sent = await upload(world, anna, {
      file: textFile('a.txt', 'a'),
      fields: { message: JSON.stringify(fileMessage(bela.id, 'file')), caption: 'words' },
    });
    await world.ok(anna, `${im}/editMessage`, { id: sent.data['id'], content, at: [] });
    const [last] = await world.ok<readonly { extends: object }[]>(anna, `${im}/getMessageList`, {
      toContactId: bela.id,
      limit: 1,
    });
    expect(JSON.stringify(last)).not.toContain('caption');
  },
);
